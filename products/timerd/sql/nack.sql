-- Answers 0: no consumer has it, 1 and the delay, 2: it is dead.
create or replace function nack(s bigint, i bytea, g bigint, wanted bigint, backoff bigint, longest bigint,
                                attempts bigint, me text, out verdict bigint, out wait bigint) language plpgsql as $$
declare
    tries bigint;
begin
    verdict := 0;
    wait := 0;
    select attempt into tries from firings where id = i and generation = g and state = 1;
    if not found then
        return;
    end if;
    verdict := case when tries >= attempts then 2 else 1 end;
    wait := case when verdict = 2 then 0 when wanted >= 0 then wanted
                 else least(backoff * 2 ^ least(tries - 1, 40), longest)::bigint end;
    update firings set state = case when verdict = 2 then 3 when wait > 0 then 2 else 0 end, until = clock_ms() + wait,
        place = nextval('numbers') where id = i and generation = g;
    if wait > 0 then
        perform tell_owner(s, me, 'lease ' || s || ' ' || wait);
    elsif verdict = 1 then
        perform tell_ready();
    end if;
end $$;

create or replace function requeue(s bigint, i bytea, g bigint, lease bigint, me text) returns bigint language plpgsql as $$
begin
    update firings set state = 0, attempt = 0, place = nextval('numbers') where id = i and generation = g and state = 3;
    if found then
        perform tell_owner(s, me, 'lease ' || s || ' ' || lease);
        perform tell_ready();
        return 1;
    end if;
    return 0;
end $$;
