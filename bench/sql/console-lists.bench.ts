import { callerOf } from '../support/call.ts'
import { type BenchEngine, startEngine } from '../support/engine.ts'
import { percentile, round } from '../support/figures.ts'
import { signToken } from '../support/members.ts'
import { keepResult } from '../support/report.ts'

// What the first page of each list of the console costs an admin, as requests of the app, in a club of 10,000 members with
// 50,000 posts and 5,000 reports, and in one of 1,000 members with a tenth of that, in turns.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 60)
const GOAL_MS = 150
const GOAL_RATIO = 1.3

const uuid = (kind: string, number: string) => `md5('${kind}' || ${number})::uuid`

const seed = (members: number) => `
  set session_replication_role = replica;
  insert into auth.users (id, email, email_confirmed_at)
    select ${uuid('member', 'n')}, 'angler' || n || '@example.com', now() from generate_series(0, ${members - 1}) as n;
  insert into public.profiles (id, username, is_admin, is_suspended, created_at, points)
    select ${uuid('member', 'n')}, 'angler ' || n, n = 0, n % 50 = 49, now() - n * interval '1 hour', n % 977
    from generate_series(0, ${members - 1}) as n;
  insert into private.account_emails (user_id, email)
    select ${uuid('member', 'n')}, 'angler' || n || '@example.com' from generate_series(0, ${members - 1}) as n;
  insert into public.newsfeed_posts (id, user_id, content, created_at, is_announcement, pinned_until, hidden_at)
    select ${uuid('post', 'n')}, ${uuid('member', `n * 7919 % ${members}`)}, 'A carp of ' || n % 50 || ' lbs on sweetcorn',
      now() - n * interval '2 minutes', n % 500 = 0,
      case when n % 500 = 0 then now() - n * interval '2 minutes' + interval '7 days' end,
      case when n % 50 = 1 then now() end
    from generate_series(1, ${members * 5}) as n;
  insert into private.report_cases (id, kind, subject_id, author_id, decision, hides, decided_at, created_at)
    select ${uuid('case', 'n')}, 'post', p.id, p.user_id, case when n % 10 > 0 then 'hide' end, n % 10 > 0,
      case when n % 10 > 0 then now() end, p.created_at
    from generate_series(1, ${members / 2}) as n join public.newsfeed_posts as p on p.id = ${uuid('post', 'n * 10')};
  insert into private.reports (case_id, subject_id, reporter_id, reason, said)
    select c.id, c.subject_id, ${uuid('member', '1')}, 'spam', 'A carp' from private.report_cases as c;
  insert into public.games (type, title, start_date, end_date, status, completed_at)
    select 'carp_of_week', 'Game ' || n, now() - n * interval '1 day', now() - (n - 7) * interval '1 day',
      case when n < 8 then 'active' else 'completed' end, case when n >= 8 then now() end
    from generate_series(0, 299) as n;
  insert into public.prize_packages (id, name) select ${uuid('package', 'n')}, 'Package ' || n from generate_series(1, 200) as n;
  insert into public.prize_items (id, package_id, title, type, quantity, remaining_quantity)
    select ${uuid('item', 'n')}, ${uuid('package', '1 + n % 200')}, 'Item ' || n, 'physical', 100, n % 100
    from generate_series(1, 600) as n;
  insert into public.prize_awards (user_id, item_id, claim_deadline, status, terms_accepted, claimed_at)
    select ${uuid('member', 'n')}, ${uuid('item', '1 + n % 600')}, now() + interval '9 days',
      case when n % 2 = 0 then 'claimed' else 'assigned' end, n % 2 = 0, case when n % 2 = 0 then now() end
    from generate_series(0, ${members - 1}) as n;
  insert into public.info_cards (title, start_date, end_date)
    select 'Card ' || n, now() - interval '1 day', now() + interval '1 day' from generate_series(1, 200) as n;
  insert into public.live_videos (title, embed_code, provider, video_id, scheduled_for, is_active)
    select 'Video ' || n, 'https://youtu.be/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', now() - n * interval '1 day', n = 1
    from generate_series(1, 200) as n;
  insert into public.points_log (user_id, points_change, reason, created_at)
    select ${uuid('member', `n % ${members}`)}, 1 + n % 40, 'Session report', now() - n * interval '1 minute'
    from generate_series(1, ${members * 5}) as n;
  insert into private.audit_log (action, actor_id, actor_name, subject_kind, subject_label, created_at)
    select 'edit_game', ${uuid('member', '0')}, 'angler 0', 'game', 'Game ' || n, now() - n * interval '1 minute'
    from generate_series(1, ${members * 2}) as n;
  set session_replication_role = origin`

interface Page {
  path: string
  size: number
  /** Counted exactly, as the app asks; not for functions that count by themselves. */
  isCounted?: boolean
}

const rest = (table: string, select: string, filter: string, size: number): Page => ({
  path: `/rest/v1/${table}?select=${encodeURIComponent(select)}&${filter}&offset=0&limit=${size}`,
  size,
  isCounted: true,
})
const call = (name: string, query: string): Page => ({ path: `/rest/v1/rpc/${name}?${query}`, size: 0 })

const POST = 'id,content,created_at,image_url,pinned_until,author:profiles!newsfeed_posts_user_id_fkey(username)'
const NEWEST = 'order=created_at.desc,id.asc'
const USER =
  'id,username,auth_email,is_admin,is_moderator,is_suspended,created_at,avatar_url,points,suspended_until,joined_on'
const PACKAGE = `id,name,description,is_active,stock,updated_at,items:prize_items(id,title,description,type,points_value,quantity,
  remaining_quantity,image_url,retail_value,updated_at,awards:prize_awards(id,status,user:profiles(id,username,avatar_url)))`

const PAGES: Record<string, Page> = {
  users: rest('user_profiles_with_email', USER, 'order=points.desc.nullslast,id.asc', 50),
  'users, suspended': rest(
    'user_profiles_with_email',
    USER,
    'is_suspended=eq.true&order=points.desc.nullslast,id.asc',
    50,
  ),
  games: rest('games', 'id,type,title,start_date,end_date,status,metadata,entry_count,updated_at', NEWEST, 20),
  prizes: rest('prize_packages', PACKAGE.replace(/\s+/g, ''), `${NEWEST}&items.awards.limit=3`, 20),
  'prizes, nearly out': rest('prize_packages', PACKAGE.replace(/\s+/g, ''), `stock=eq.low&${NEWEST}`, 20),
  'posts, announcements': rest('newsfeed_posts', POST, `pinned_until=not.is.null&${NEWEST}`, 25),
  'posts, from members': rest('newsfeed_posts', POST, `type=eq.post&pinned_until=is.null&${NEWEST}`, 25),
  'posts, all': rest('newsfeed_posts', POST, NEWEST, 25),
  'posts, hidden': call('console_posts', 'list=hidden'),
  'posts, reported': call('console_posts', 'list=reported'),
  cards: rest('info_cards', '*', NEWEST, 20),
  videos: rest('live_videos', '*', 'order=is_active.desc,scheduled_for.desc,id.asc', 20),
  'audit trail': rest('audit_log', '*', 'order=at.desc,id.desc', 50),
  points: rest('points_ledger', '*', 'order=created_at.desc,id.desc', 50),
  claims: rest('prize_claims', '*', 'status=eq.claimed&order=awarded_at.desc,id.asc', 25),
  'reports, open': call('report_queue', 'list=open'),
  ...Object.fromEntries(
    ['games', 'prizes', 'posts', 'cards', 'videos'].map((list) => [
      `numbers beside the views of ${list}`,
      call('console_counts', `list=${list}`),
    ]),
  ),
}

async function club(members: number) {
  const engine = await startEngine()
  for (const statement of seed(members).split(';')) await engine.ask(statement)
  await engine.ask('vacuum analyze')
  const [admin] = await engine.ask(`select ${uuid('member', '0')}::text as id`)
  const token = await signToken(engine, { sub: String(admin?.id) })
  const send = callerOf(engine)
  const open = async ({ path, isCounted }: Page) => {
    const answer = await send({ path, token, headers: isCounted ? { prefer: 'count=exact' } : {} })
    if (answer.status !== 200 && answer.status !== 206) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.ms
  }
  return { engine, open }
}

const engines: BenchEngine[] = []
try {
  const large = await club(10_000)
  engines.push(large.engine)
  const small = await club(1_000)
  engines.push(small.engine)
  const table = []
  for (const [name, page] of Object.entries(PAGES)) {
    const times = { large: [] as number[], small: [] as number[] }
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      times.large.push(await large.open(page))
      times.small.push(await small.open(page))
    }
    // Of a tenth of the runs, because others use the machine.
    const [quick, quickSmall] = [percentile(times.large, 0.1), percentile(times.small, 0.1)]
    const ratio = round(quick / quickSmall, 2)
    table.push({
      name: `first page of ${name}, with ten times the members`,
      figure: `${round(quick, 1)} ms`,
      ratio,
      goal: `at most ${GOAL_MS} ms and ${GOAL_RATIO}`,
      met: quick <= GOAL_MS && ratio <= GOAL_RATIO,
    })
  }
  keepResult('sql-console-lists', table)
} finally {
  await Promise.all(engines.map((engine) => engine.end()))
}
