// R6 and R18: members use the site, each from another address, first alone and then beside attackers who send inputs
// that are expensive to parse, and the most expensive allowed queries, as fast as the limits let them. In the last part a
// member follows the feed while other accounts follow it with as many and as expensive filters as they may.
// HOSTILE_SECONDS sets how long each part takes.
import { setTimeout as delay } from 'node:timers/promises'
import { type Call, callerOf } from '../support/call.ts'
import { type BenchEngine, startEngine } from '../support/engine.ts'
import { percentile, round, Statuses } from '../support/figures.ts'
import { type BenchMember, makeMembers } from '../support/members.ts'
import { keepResult } from '../support/report.ts'
import { fillFeed, lostComments, visitSite } from './beside.ts'
import { besideBurst, besideOneAddress } from './crowd.ts'
import { FILTERS, followBeside } from './live-patterns.ts'

const MS = Number(process.env.HOSTILE_SECONDS ?? 6) * 1000
const MEMBERS = 50
const ATTACKERS = 6
/** Accounts at one network address. */
const CROWD = 60
/** Of these, accounts that send a burst, and accounts that come to the site during it. */
const BURST = 48
/** Concurrent requests of each attacker: first the burst that its address may send, then as tokens are refilled. */
const LANES = 4

const engine = await startEngine({ RATE_LIMIT_SCALE: '1' })
try {
  await engine.ask('select private.set_rate_limit_scale(1000)')
  const accounts = await makeMembers(engine, MEMBERS + ATTACKERS + CROWD)
  const [members, crowd] = [accounts.slice(0, MEMBERS + ATTACKERS), accounts.slice(MEMBERS + ATTACKERS)]
  const [attackers, people] = [members.slice(0, ATTACKERS), members.slice(ATTACKERS)]
  const [post = ''] = await fillFeed(engine, members)
  await visitSite(engine, people, post, 1000)
  const alone = await visitSite(engine, people, post, MS)
  // The first period covers the initial burst of an address, the second the refilled tokens.
  const both = async () =>
    [await visitSite(engine, people, post, MS), await visitSite(engine, people, post, MS)] as const
  const besideInputs = await beside(engine, attackers.slice(0, 4), hostileInputs(), both)
  const besideQueries = await beside(engine, attackers.slice(0, 1), expensiveQueries(), both)
  const besideLists = await beside(engine, attackers, nestedLists(), both)
  const besideCrowd = await besideOneAddress(engine, crowd, both)
  const [member = attackers[0] as BenchMember] = people
  const burst = await besideBurst(
    engine,
    { crowd: crowd.slice(0, BURST), newMembers: crowd.slice(BURST), member },
    Math.max(MS, 20_000),
  )
  const following = { follower: people[0] as BenchMember, attackers: attackers.slice(0, 2) }
  const followed = {
    alone: await followBeside(engine, following, undefined, MS),
    long: await followBeside(engine, following, FILTERS.long, MS),
    allowed: await followBeside(engine, following, FILTERS.allowed, MS),
  }
  const felt = [alone, ...besideInputs.felt, ...besideQueries.felt, ...besideLists.felt, ...besideCrowd.felt]
  const lost = await lostComments(
    engine,
    felt.flatMap(({ acknowledged }) => acknowledged),
  )
  const ready = (await fetch(`${engine.url}/readyz`)).status === 200
  const [inputsBurst, inputs] = besideInputs.felt
  const [queriesBurst, queries] = besideQueries.felt
  const [listsBurst, lists] = besideLists.felt
  const [crowdBurst, crowdLater] = besideCrowd.felt
  keepResult(
    'reliability-hostile',
    [
      {
        name: `${people.length} members during hostile inputs, p99`,
        figure: `${inputs.p99} ms (alone ${alone.p99}, in the first seconds ${inputsBurst.p99}), ${lost} lost`,
        ratio: round(inputs.p99 / alone.p99, 2),
        goal: 'ratio under 2, nothing lost, no unexpected answer',
        met: inputs.p99 < 2 * alone.p99 && lost + inputs.failed + besideInputs.odd === 0 && ready,
      },
      {
        name: `${people.length} members during the most expensive queries, p99`,
        figure: `${queries.p99} ms (in the first seconds ${queriesBurst.p99})`,
        ratio: round(queries.p99 / alone.p99, 2),
        goal: 'at most 500 ms',
        met: queries.p99 <= 500 && queries.failed + besideQueries.odd === 0,
      },
      {
        name: `${people.length} members while ${attackers.length} accounts ask for lists inside of lists, p99`,
        figure: `${lists.p99} ms (in the first seconds ${listsBurst.p99})`,
        ratio: round(lists.p99 / alone.p99, 2),
        goal: 'at most 1,000 ms',
        met: lists.p99 <= 1000 && lists.failed + besideLists.odd === 0,
      },
      {
        name: `${people.length} members while ${crowd.length} accounts at one address read slowly in turn, p99`,
        figure: `${crowdLater.p99} ms (before that ${crowdBurst.p99})`,
        ratio: round(crowdLater.p99 / alone.p99, 2),
        goal: 'at most 1,000 ms',
        met: crowdLater.p99 <= 1000 && crowdLater.failed + besideCrowd.odd === 0,
      },
      {
        name: `a member while ${BURST} accounts at 5 addresses send 3 expensive reads each after cheap ones, p99`,
        figure: `${burst.beside.p99} ms (p50 ${burst.beside.p50}, alone ${burst.alone.p50}; new members ${burst.newcomers.p99})`,
        ratio: round(burst.beside.p50 / burst.alone.p50, 2),
        goal: 'at most 2,000 ms (p50 50, new members 4,000), all answered',
        met:
          burst.beside.p50 <= 50 &&
          burst.beside.p99 <= 2000 &&
          burst.newcomers.p99 <= 4000 &&
          [burst.beside, burst.newcomers].every(({ statuses }) => Object.keys(statuses).join() === '200'),
      },
      ...(['long', 'allowed'] as const).map((name) => {
        const { p50, longest, changed, arrived } = followed[name]
        return {
          name: `a live change while 2 accounts ask for 200 filters each, ${name === 'long' ? 'longer than allowed' : 'as expensive as allowed'}, p50`,
          figure: `${p50} ms (alone ${followed.alone.p50}, the longest ${longest}), ${changed - arrived} lost`,
          ratio: round(p50 / followed.alone.p50, 2),
          goal: name === 'long' ? 'at most 100 ms, nothing lost' : 'at most 500 ms, nothing lost',
          met: p50 <= (name === 'long' ? 100 : 500) && changed === arrived,
        }
      }),
    ],
    {
      felt: felt.map(({ acknowledged, ...rest }) => ({ ...rest, acknowledged: acknowledged.length })),
      inputs: besideInputs.seen,
      queries: besideQueries.seen,
      nestedLists: besideLists.seen,
      crowd: besideCrowd.seen,
      burst,
      followed,
    },
  )
} finally {
  await engine.end()
}

type Seen = Record<string, { statuses: Record<string, number>; longestMs: number }>

/** Attacks while the work runs; 429 is the expected answer of a site that defends itself. */
async function beside<T>(
  target: BenchEngine,
  attackers: readonly BenchMember[],
  attacks: Record<string, (n: number) => Call>,
  work: () => Promise<T>,
): Promise<{ felt: T; seen: Seen; odd: number }> {
  const times: Record<string, { statuses: Statuses; ms: number[] }> = {}
  let going = true
  const lanes = attackers.flatMap((attacker, index) => {
    const call = callerOf(target, `127.0.0.${10 + index}`)
    return Array.from({ length: LANES }, async (_, lane) => {
      const names = Object.keys(attacks)
      for (let n = lane; going; n += 1) {
        const name = names[n % names.length] ?? ''
        const attack = attacks[name]?.(n)
        if (!attack) continue
        const { status, ms } = await call({ token: attacker.token, ...attack })
        times[name] ??= { statuses: new Statuses(), ms: [] }
        times[name].statuses.add(status)
        times[name].ms.push(ms)
        if (status === 429) await delay(100)
      }
    })
  })
  const felt = await work()
  going = false
  await Promise.all(lanes)
  const seen = Object.fromEntries(
    Object.entries(times).map(([name, { statuses, ms }]) => [
      name,
      { statuses: statuses.counts, longestMs: Math.round(percentile(ms, 1)) },
    ]),
  )
  // Success, refusals, and statements that reached their timeout.
  const expected = [200, 201, 206, 300, 400, 401, 403, 404, 406, 413, 414, 415, 429, 431, 500, 503, 504]
  const odd = Object.values(times).reduce((sum, { statuses }) => sum + statuses.outside(expected), 0)
  return { felt, seen, odd }
}

function hostileInputs(): Record<string, (n: number) => Call> {
  const nested = (depth: number, open: string, shut: string) => `${open.repeat(depth)}1${shut.repeat(depth)}`
  const insert = (body: string): Call => ({ method: 'POST', path: '/rest/v1/newsfeed_posts', body })
  return {
    'nested regular expression': () => ({
      path: `/rest/v1/newsfeed_posts?content=match.${encodeURIComponent('^(((a+)+)+)+$')}`,
    }),
    'JSON 10,000 deep': () => insert(nested(10_000, '[', ']')),
    'objects 10,000 deep': () => insert(nested(10_000, '{"a":', '}')),
    'a body of 1 MB': () => insert(JSON.stringify({ content: 'x'.repeat(1_000_000) })),
    'a million keys': () => insert(`[${'{"a":1},'.repeat(120_000)}{}]`),
    'logic 200 deep': () => ({ path: `/rest/v1/newsfeed_posts?or=${nested(200, '(and', ')')}` }),
    'embeds in a circle': () => ({
      path: `/rest/v1/newsfeed_posts?select=${nested(60, 'author:profiles(newsfeed_posts(', '))')}`,
    }),
    'a list of 5,000': () => ({
      path: `/rest/v1/newsfeed_posts?select=id&content=in.(${Array.from({ length: 5000 }, (_, i) => i)})`.slice(
        0,
        16_000,
      ),
    }),
    'a broken picture': (n) => ({
      method: 'POST',
      path: `/storage/v1/object/newsfeed-images/00000000-0000-4000-8000-000000000000/${n}.jpg`,
      body: Buffer.alloc(200_000, 0xff),
      headers: { 'content-type': 'image/jpeg' },
    }),
    'a wrong password': (n) => ({
      method: 'POST',
      path: '/auth/v1/token?grant_type=password',
      body: JSON.stringify({ email: `angler-${1 + (n % 40)}@example.com`, password: 'x'.repeat(72) }),
    }),
  }
}

/** Queries as expensive as allowed: patterns without an index, the deepest embeds, exact counts. */
function expensiveQueries(): Record<string, (n: number) => Call> {
  const people = 'author:profiles(id,username,newsfeed_posts(id,content,newsfeed_comments(id,content)))'
  const like = (n: number) => encodeURIComponent(`%${n}%e%a%i%o%u%`)
  return {
    'patterns on every post': (n) => ({
      path: `/rest/v1/newsfeed_posts?select=id&or=(${Array.from({ length: 20 }, (_, i) => `content.ilike.${like(n + i)}`)})`,
      headers: { prefer: 'count=exact' },
    }),
    'embeds as deep as they go': () => ({ path: `/rest/v1/newsfeed_posts?select=id,${people}&limit=1000` }),
    'far down the list': (n) => ({
      path: `/rest/v1/newsfeed_comments?select=*&order=content.desc&offset=${6_000 + (n % 100)}`,
      headers: { prefer: 'count=exact' },
    }),
  }
}

/** Lists inside of lists, whose cost grows with each level. */
function nestedLists(): Record<string, (n: number) => Call> {
  const inner = 'id,profiles(id,newsfeed_reactions(*,newsfeed_posts(id)))'
  return {
    'reactions of everybody who reacted': () => ({
      path: `/rest/v1/newsfeed_posts?select=id,newsfeed_reactions(${inner})`,
    }),
  }
}
