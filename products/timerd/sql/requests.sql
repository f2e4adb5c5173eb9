-- Answers 0: repeated, 1: new, 2: moved; and the generation. Generations grow: the last firing of an id is that of its last
-- ARM.
create or replace function arm(s bigint, i bytea, at bigint, p bigint, body bytea, me text, out verdict bigint,
                               out number bigint) language plpgsql as $$
declare
    was_first bigint; was_period bigint; was_payload bytea;
begin
    number := 0;
    verdict := 2;
    select first, period, payload into was_first, was_period, was_payload from timers where id = i;
    if not found then
        verdict := 1;
        select first, period, payload into was_first, was_period, was_payload from firings
            where id = i and state <> 3 order by generation desc limit 1;
    end if;
    if was_first = at and was_period = p and was_payload = body then
        verdict := 0;
        return;
    end if;
    number := nextval('numbers');
    insert into timers values (i, s, number, at, at, p, 0, body) on conflict (id) do update
        set generation = number, due = at, first = at, period = p, missed = 0, payload = body;
    perform tell_owner(s, me, s || ' ' || number || ' ' || at || ' ' || p || ' ' || encode(i, 'hex'));
end $$;

-- A part: begins at a generation, 0: this is the first part, which ends the timer that waits. Looks at so many firings up to
-- a bound. Answers 1 if no consumer was given what it stopped, where the next part begins (0: that was all), and its bound.
create or replace function cancel_part(i bytea, start bigint, before bigint, most bigint, out stopped bigint,
                                       out next bigint, out bound bigint) language plpgsql as $$
declare
    unseen bigint; looked bigint; latest bigint;
begin
    stopped := 0;
    bound := before;
    if start = 0 then
        with gone as (delete from timers where id = i returning 1) select count(*) into stopped from gone;
        bound := coalesce((select generation from firings where id = i order by generation desc limit 1), 0);
    end if;
    select count(*), max(generation) into looked, latest from
        (select generation from firings where id = i and generation between start and bound order by generation limit most) x;
    with gone as (delete from firings where id = i and generation between start and latest and state <> 3
                  returning attempt)
        select count(*) into unseen from gone where attempt = 0;
    stopped := least(stopped + unseen, 1);
    next := case when looked = most then latest + 1 else 0 end;
end $$;

-- Gives at most `most` firings that nobody has to a consumer, those that were ready first. None follows once their payloads
-- have so many bytes.
create or replace function take(most bigint, bytes bigint, lease bigint)
    returns table (i bytea, g bigint, d bigint, body bytea, a bigint, m bigint) language sql as $$
    with found as materialized (select ctid, place, octet_length(payload) as size from firings where state = 0
                                order by place limit most for update skip locked),
    fitting as (select *, sum(size) over (order by place) - size as before from found),
    given as (update firings set state = 1, attempt = attempt + 1, until = clock_ms() + lease
              where ctid = any (array(select ctid from fitting where before < bytes)) returning *)
    select id, generation, due, payload, attempt, missed from given order by place $$;
