%% SPDX-License-Identifier: MIT-0
%% Erlang's timers, a hierarchical wheel in its runtime, in real time. A tick is a millisecond. As the other sleepers do, an
%% advance tells what came up to its tick, and a cancel after the timer's tick is not judged. Where a timer is later than was
%% claimed, the advance waits on for it: the machine may be busy.
-module(timers).
-export([main/1]).

-mode(compile).

-define(LATE, 1000).
-define(PATIENCE, 5000).

-record(s, {zero = 0, armed = #{}, stamps}).

main(_) ->
    Main = self(),
    loop(#s{stamps = spawn_link(fun() -> stamp(Main) end)}).

%% When a timer has come.
stamp(Main) ->
    receive
        {timeout, Timer, Id} -> Main ! {came, Timer, Id, now_ms()}
    end,
    stamp(Main).

now_ms() -> erlang:monotonic_time(millisecond).

loop(S) ->
    case io:get_line("") of
        eof -> ok;
        Line ->
            [Verb | Words] = string:lexemes(Line, " \n"),
            {Said, Next} = answer(Verb, [list_to_integer(W) || W <- Words], S),
            io:put_chars([Said, "\n"]),
            loop(Next)
    end.

answer("hello", [], S) ->
    {["unordered sleeps late ", integer_to_list(?LATE), " name Erlang/OTP ", erlang:system_info(otp_release), ", start_timer"], S};
answer("init", [Now], S) ->
    [erlang:cancel_timer(Timer) || {Timer, _} <- maps:values(S#s.armed)],
    {"ok", S#s{zero = now_ms() - Now, armed = #{}}};
answer("add", [Id, Due], S) ->
    Timer = erlang:start_timer(S#s.zero + Due, S#s.stamps, Id, [{abs, true}]),
    {"ok", S#s{armed = (S#s.armed)#{Id => {Timer, Due}}}};
answer("cancel", [Id], S) when is_map_key(Id, S#s.armed) ->
    {{Timer, _}, Armed} = maps:take(Id, S#s.armed),
    erlang:cancel_timer(Timer),
    {"ok", S#s{armed = Armed}};
answer("cancel", _, S) -> {"no", S};
answer("advance", [Now], S) ->
    {Fired, Next} = advance(Now, S, []),
    {["fired" | [[" ", integer_to_list(Id)] || Id <- lists:reverse(Fired)]], Next}.

%% Has a timer been due for so long that it must have fired by tick Now?
overdue(Now, S) -> lists:any(fun({_, Due}) -> Due + ?LATE =< Now end, maps:values(S#s.armed)).

%% Waits for its tick. If nothing is armed, it sets the clock forward instead.
advance(Now, S, Fired) ->
    End = S#s.zero + Now,
    Wait = End - now_ms(),
    Longer = case overdue(Now, S) of true -> ?PATIENCE; false -> 0 end,
    receive
        {came, Timer, Id, At} when At =< End; element(2, map_get(Id, S#s.armed)) + ?LATE =< Now ->
            case S#s.armed of
                #{Id := {Timer, _}} -> advance(Now, S#s{armed = maps:remove(Id, S#s.armed)}, [Id | Fired]);
                _ -> advance(Now, S, Fired)
            end
    after if map_size(S#s.armed) =:= 0 -> 0; true -> max(Wait + Longer, 0) end ->
        {Fired, if map_size(S#s.armed) =:= 0, Wait > 0 -> S#s{zero = now_ms() - Now}; true -> S end}
    end.
