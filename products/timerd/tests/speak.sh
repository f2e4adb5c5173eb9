# Sourced behind lib.sh by tests that send bytes which redis-cli does not send.
need perl

# speak BYTES...: sends each when timerd has read the one before, ends its side, and prints what it gets, with | for
# the ends of lines. In them <N> is a line of N x, and [N] are N words. A ? alone waits for an answer.
speak() {
    timeout 60 perl -MIO::Socket::UNIX -e '
        my $s = IO::Socket::UNIX->new(Peer => "t.sock") or die; $s->autoflush(1);
        my %end = (r => "\r", n => "\n"); $SIG{PIPE} = "IGNORE";
        for (@ARGV) {
            if ($_ eq "?") { my $in = ""; vec($in, fileno $s, 1) = 1; select $in, undef, undef, 50; next }
            s/\\([rn])/$end{$1}/g; s/<(\d+)>/"x" x $1/ge; s/\[(\d+)\]/"\$1\r\nx\r\n" x $1/ge;
            print $s $_;
            for my $left (1 .. 6000) { # SIOCOUTQ: how many bytes timerd has not read
                my $unread = pack "i", 0;
                ioctl $s, 0x5411, $unread or last;
                last unless unpack "i", $unread;
                select undef, undef, undef, 0.005;
            }
        }
        shutdown $s, 1; local $/; my $got = <$s> // ""; $got =~ s/\r\n/|/g; print $got' "$@" 2>&1
}
