/** Mutants that may live, by name, each with the reason why no test can or should notice it. */
export const ACCEPTED: Readonly<Record<string, string>> = {
  "row lock in private.tg_game_entries__choose_place(): lic.games as g where g.id = new.game_id for no key update; if v_game.type <> 'carp_ → nothing":
    'tg_games__queue_judges lets one statement at a time choose a place or change the status of a game, before either reads the game; its type never changes.',
  'row lock in private.tg_games__complete(): e.is_winner) order by p.id for no key update; for v_winner in se → nothing':
    'The loop behind it credits the winners in the order of their ids, and each credit locks the same row before it writes; nothing that the lock protects is read before that.',
  'policy select_member on public.newsfeed_comments: using (true)':
    'Members see neither comments nor reactions of a post that they cannot see (select_post), and select_member of newsfeed_posts asks the same.',
  'policy insert_not_suspended on public.newsfeed_comments: dropped':
    'A suspended member sees no post (select_not_suspended of newsfeed_posts), and insert_own asks for a post that its author sees.',
  'policy insert_not_suspended on public.newsfeed_comments: with check (true)':
    'A suspended member sees no post (select_not_suspended of newsfeed_posts), and insert_own asks for a post that its author sees.',
  'policy select_member on public.newsfeed_reactions: using (true)':
    'Members see neither comments nor reactions of a post that they cannot see (select_post), and select_member of newsfeed_posts asks the same.',
  'policy insert_not_suspended on public.newsfeed_reactions: dropped':
    'A suspended member sees no post (select_not_suspended of newsfeed_posts), and insert_own asks for a post that its author sees.',
  'policy insert_not_suspended on public.newsfeed_reactions: with check (true)':
    'A suspended member sees no post (select_not_suspended of newsfeed_posts), and insert_own asks for a post that its author sees.',
  'trigger _100_stamp_created_at on public.point_gifts: dropped':
    'Guests and members have no right to write created_at, whose default is the same time, nor to change a gift; for the service role and the owner the trigger does nothing.',
  "raise in private.points_since(timestamp with time zone): ull or not isfinite(p_start) then raise exception 'start_date must be a date' using errcode = '22023'; end if; v_start := gr → null;":
    'Only the rankings call it, with a start from timeframe_start(), which has refused null and infinity by itself.',
  "raise in private.tg_prize_awards__claim(): if old.status = 'claimed' then raise exception 'This prize has already been claimed.' using errcode = 'CL001'; end if; if old.claim_ → null;":
    'The only trigger that calls it, _310_claim, has the condition that the award was not claimed before.',
  'security definer of private.active_members(): invoker':
    'Only admin_overview() calls it, which has the rights of the owner itself.',
  'security definer of private.assign_package(uuid,uuid,timestamp with time zone): invoker':
    'Only assign_prize_package() and tg_games__complete() call it, which have the rights of the owner themselves.',
  'security definer of private.credit(uuid,text,integer,text,text,uuid,jsonb): invoker':
    'Only functions and triggers that have the rights of the owner themselves call it.',
  'security definer of private.credit_once(uuid,text,integer,text,text,uuid,jsonb): invoker':
    'Only functions and triggers that have the rights of the owner themselves call it.',
  'unique index public.live_videos_one_active: not unique':
    'Before a video becomes active, _500_only_one ends the active one, behind a lock; requests that write are READ COMMITTED, so they see what was committed before they got it.',
  'unique index public.shipping_addresses_one_default: not unique':
    'Before an address becomes the default, its trigger locks the row of the member and takes the mark from the others; requests that write are READ COMMITTED, so they see what was committed before they got the lock.',
  'foreign key prize_awards_item_id_fkey on public.prize_awards: on delete restrict → cascade':
    'Before an item or its package is deleted, _300_keep_awarded of that table refuses if the item has an award, also for the owner.',
  'foreign key report_cases_author_id_fkey on private.report_cases: on delete set null → cascade':
    'Before a profile is deleted, in whatever way, _405_leave_reports clears the author; nobody opens a case meanwhile, because the deletion has shut the gate.',
  'foreign key reports_reporter_id_fkey on private.reports: on delete set null → cascade':
    'Before a profile is deleted, in whatever way, _405_leave_reports clears the reporter; nobody reports meanwhile, because the deletion has shut the gate.',
  'trigger _300_guard_own on private.report_cases: always':
    'Each update of decided_at in a request decides a case that is open or opens one that is decided, and may_decide() is true where there is no author.',
  'trigger _500_unname_files on private.reports: always':
    'A report without pictures names no file, so the function does nothing.',
  'trigger _520_remember_suspension on public.profiles: always':
    'Where is_suspended stays as it is, the function does nothing: an account has a row in suspended_accounts if, and only if, it is suspended.',
}
