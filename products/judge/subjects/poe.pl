# SPDX-License-Identifier: MIT-0
# The event queue of POE, a sorted array by time; it keeps equals in the order of their arming.
use strict;
use warnings;
use POE::Queue::Array;

my ($queue, %armed);
my %verbs = (
    hello => sub { "fifo next top 4000000000000000 name POE $POE::Queue::Array::VERSION, Queue::Array" },
    init => sub { ($queue, %armed) = (POE::Queue::Array->new); 'ok' },
    add => sub { $armed{$_[0]} = $queue->enqueue($_[1], $_[0]); 'ok' },
    cancel => sub {
        my $number = delete $armed{$_[0]} or return 'no';
        my ($due, $id) = $queue->remove_item($number, sub { 1 });
        defined $due ? 'ok' : 'no';
    },
    next => sub { my $due = $queue->get_next_priority; defined $due ? "next $due" : 'none' },
    advance => sub {
        my @fired;
        while (defined(my $due = $queue->get_next_priority)) {
            last if $due > $_[0];
            my ($at, $number, $id) = $queue->dequeue_next;
            delete $armed{$id};
            push @fired, $id;
        }
        "fired @fired";
    },
);

$| = 1;
while (<STDIN>) {
    my ($verb, @words) = split;
    my $answer = $verbs{$verb}->(@words);
    $answer =~ s/ $//;
    print "$answer\n";
}
