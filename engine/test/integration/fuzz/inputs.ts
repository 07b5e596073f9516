import fc from 'fast-check'
import type { Input } from './send.ts'

/** Callers: signed out, a member, and invalid tokens. */
export interface Keys {
  publishable: string
  member: string
  memberId: string
}

const TABLES = [
  'profiles', 'newsfeed_posts', 'newsfeed_comments', 'newsfeed_reactions', 'games', 'game_entries', 'prize_awards',
  'prize_packages', 'points_log', 'point_gifts', 'referrals', 'member_connections', 'leaderboard', 'member_search',
  'user_profiles_with_email', 'shipping_addresses', 'badges', 'user_badges', 'live_videos', 'site_settings',
] // biome-ignore format: a list
const COLUMNS = [
  'id',
  'user_id',
  'content',
  'points',
  'username',
  'metadata',
  'created_at',
  'status',
  '*',
  'entry_data',
]
const OPERATORS = [
  'eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'is', 'isdistinct', 'in', 'cs', 'cd', 'ov', 'sl', 'sr',
  'nxl', 'nxr', 'adj', 'fts', 'plfts', 'phfts', 'wfts', 'not.eq', 'eq(any)', 'like(all)', 'match', 'imatch', '',
] // biome-ignore format: a list
const FUNCTIONS = [
  'get_points_by_timeframe',
  'get_user_referral_stats',
  'delete_user',
  'is_username_available',
  'nothing',
]

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '', 'null', 'NaN', 'Infinity', '-1', '1e999', '9'.repeat(400), '(', ')', '{', '}', '"', '\\', "'", ';', '--', '%00',
    '\u0000', '..', '../..', '%2e%2e%2f', '👋', '\ud800', '(((((((((', '))))', ',,,,', ':::', '->', '->>', '...', '!inner',
    'a'.repeat(3000), '00000000-0000-0000-0000-000000000000', '2026-01-01', 'infinity', '[1,2', '{"a":', '*',
  ), // biome-ignore format: a list
)
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TABLES, ...COLUMNS) },
  { weight: 1, arbitrary: oddText },
)
const column = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...COLUMNS) }, { weight: 1, arbitrary: oddText })
const value = fc.oneof(oddText, fc.integer().map(String), fc.uuid(), fc.json({ maxDepth: 3 }))

const { select } = fc.letrec<{ select: string; item: string }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    column,
    fc
      .tuple(column, fc.constantFrom('::text', '::int', '->a', '->>b', '.count()', '::json->0', ':alias'))
      .map((p) => p.join('')),
    fc
      .tuple(name, fc.constantFrom('', '!inner', '!left', '!hint', ':x', '...'), tie('select'))
      .map(([n, h, s]) => (h === '...' ? `...${n}(${s})` : `${n}${h}(${s})`)),
  ),
  select: fc.array(tie('item'), { maxLength: 4 }).map((items) => items.join(',')),
}))

const { logic } = fc.letrec<{ logic: string; condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.tuple(column, fc.constantFrom(...OPERATORS), value).map((parts) => parts.join('.')),
    tie('logic').map((inner) => `and${inner}`),
    tie('logic').map((inner) => `not.or${inner}`),
  ),
  logic: fc.array(tie('condition'), { maxLength: 4 }).map((list) => `(${list.join(',')})`),
}))

const parameter = fc.oneof(
  select.map((text) => ['select', text]),
  fc.tuple(
    column,
    fc.tuple(fc.constantFrom(...OPERATORS), value).map((parts) => parts.join('.')),
  ),
  logic.map((text) => ['or', text]),
  logic.map((text) => ['not.and', text]),
  fc
    .tuple(column, fc.constantFrom('.asc', '.desc', '.nullsfirst', '.desc.nullslast', '.x'))
    .map((p) => ['order', p.join('')]),
  fc.tuple(fc.constantFrom('limit', 'offset', 'on_conflict', 'columns', 'order', 'select'), value),
  fc.tuple(oddText, oddText),
)
const query = fc
  .tuple(fc.array(parameter, { maxLength: 5 }), fc.boolean())
  .map(([list, raw]) => list.map(([key, text]) => (raw ? `${key}=${text}` : `${enc(key)}=${enc(text)}`)).join('&'))

const body = fc.option(
  fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc
      .array(fc.dictionary(column, fc.jsonValue({ maxDepth: 2 })), { maxLength: 4 })
      .map((rows) => JSON.stringify(rows)),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.integer({ min: 1, max: 3000 }).map((depth) => '['.repeat(depth)),
    fc.integer({ min: 1, max: 3000 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  ),
  { nil: undefined },
)

const headerSets = fc.dictionary(
  fc.constantFrom(
    'prefer', 'accept', 'content-type', 'range', 'range-unit', 'accept-profile', 'content-profile', 'if-none-match',
    'x-upsert', 'cache-control', 'x-client-info', 'origin', 'content-encoding', 'transfer', 'x-forwarded-for',
  ), // biome-ignore format: a list
  fc.oneof(
    fc.constantFrom(
      'return=representation', 'return=minimal,count=exact', 'resolution=merge-duplicates', 'tx=rollback', 'handling=strict',
      'application/vnd.pgrst.object+json', 'text/csv', 'application/json', '*/*;q=0', '0-1', '5-', '-3', 'bytes=9-1',
      'items', 'private', 'auth', 'public', 'gzip', 'missing=default', 'max-affected=-1', 'http://evil.example',
      'text/plain', 'text/xml', 'application/octet-stream', 'application/x-www-form-urlencoded', 'text/html, */*',
    ), // biome-ignore format: a list
    oddText,
  ),
  { maxKeys: 4 },
)

const method = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT') },
  { weight: 1, arbitrary: fc.constantFrom('OPTIONS', 'TRACE', 'PURGE') },
)

/** Requests that a client of the app could send, before they are altered. */
const KNOWN: Record<string, readonly string[]> = {
  profiles: ['id', 'username', 'bio', 'points', 'is_admin', 'fishing_photos', 'weight_value', 'created_at', 'user_badges(badges(name))'],
  newsfeed_posts: ['id', 'content', 'user_id', 'type', 'metadata', 'metadata->a', 'created_at', 'profiles(username)', 'newsfeed_comments(count)', 'comment_count', 'reaction_counts'],
  games: ['id', 'title', 'type', 'status', 'metadata', 'metadata->>unit', 'start_date', 'game_entries(id,profiles(username))'],
  points_log: ['id', 'points_change', 'reason', 'created_at', 'user_id'],
  leaderboard: ['rank', 'username', 'points', 'badge_count'],
  member_search: ['id', 'username', 'points', 'badge_count', 'created_at'],
  prize_awards: ['id', 'status', 'claim_deadline', 'prize_items(title,prize_packages(name))'],
} // biome-ignore format: tables with their columns
const plainValue = fc.oneof(
  fc.integer({ min: -5, max: 1_000 }).map(String),
  fc.uuid(),
  fc.constantFrom('carp', '*a*', 'true', 'null', '(1,2)', '{}', '{a,b}', '2026-11-01', 'post', '"a"', '[1,5)'),
)
const knownPath = fc.constantFrom(...Object.entries(KNOWN)).chain(([table, columns]) => {
  const some = fc.constantFrom(...columns)
  const own = fc.constantFrom(...columns.filter((one) => !one.includes('(')))
  const filter = fc.tuple(own, fc.constantFrom(...OPERATORS), plainValue).map(([c, o, v]) => `${c}=${o}.${v}`)
  const tree = fc
    .tuple(own, own, plainValue, plainValue)
    .map(([c, d, v, w]) => `or=(${c}.eq.${v},and(${d}.gt.${w},${c}.lt.9))`)
  const others = fc.tuple(own, fc.nat(5)).map(([c, n]) => `order=${c}.desc&limit=${n}&offset=${n}`)
  return fc
    .tuple(fc.array(some, { minLength: 1, maxLength: 4 }), fc.array(fc.oneof(filter, tree, others), { maxLength: 3 }))
    .map(([list, rest]) => `/rest/v1/${table}?${[`select=${list.join(',')}`, ...rest].join('&')}`)
})

/** Requests to the tables and functions. */
export function restInput(keys: Keys): fc.Arbitrary<Input> {
  const path = fc.oneof(
    knownPath,
    knownPath.chain(mutated),
    fc.tuple(name, query).map(([table, text]) => `/rest/v1/${table}?${text}`),
    fc.tuple(fc.constantFrom(...FUNCTIONS), query).map(([fn, text]) => `/rest/v1/rpc/${fn}?${text}`),
    oddText.map((text) => `/rest/v1/${text}`),
  )
  return request(path, body, keys)
}

/** Requests to Auth, with its own field names and unusual values. */
export function authInput(keys: Keys): fc.Arbitrary<Input> {
  const path = fc.constantFrom(
    '/auth/v1/signup', '/auth/v1/token?grant_type=password', '/auth/v1/token?grant_type=refresh_token', '/auth/v1/token',
    '/auth/v1/user', '/auth/v1/recover', '/auth/v1/verify', '/auth/v1/logout?scope=others', '/auth/v1/settings',
    '/auth/v1/resend', '/auth/v1/otp', '/auth/v1/admin/users', '/auth/v1/admin/users/x', '/auth/v1/magiclink', '/auth/v1/x',
  ) // biome-ignore format: a list
  const fields = fc.dictionary(
    fc.constantFrom('email', 'password', 'data', 'refresh_token', 'token', 'type', 'token_hash', 'nonce', 'phone', 'options', 'code_challenge', 'current_password'), // biome-ignore format: a list
    fc.oneof(oddText, fc.emailAddress(), fc.jsonValue({ maxDepth: 3 })),
    { maxKeys: 5 },
  )
  return request(
    path,
    fc.oneof(
      fields.map((object) => JSON.stringify(object)),
      body,
    ),
    keys,
  )
}

/** Requests to Storage: names, listings, signatures, invalid files. */
export function storageInput(keys: Keys): fc.Arbitrary<Input> {
  const bucket = fc.oneof(fc.constantFrom('avatars', 'fishing-photos', 'games-images', 'none'), oddText)
  const file = fc.oneof(
    oddText,
    fc.tuple(fc.constant(keys.memberId), oddText).map((parts) => parts.join('/')),
  )
  const route = fc.constantFrom(
    'object', 'object/public', 'object/sign', 'object/list', 'object/info', 'render/image/public', 'object/move',
    'object/authenticated', 'bucket', 'object/upload/sign', 'object/list-v2', 'object/copy', 'x',
  ) // biome-ignore format: a list
  const path = fc.tuple(route, bucket, file, query).map(([r, b, f, q]) => `/storage/v1/${r}/${b}/${f}?width=${q}`)
  const head = fc.constantFrom('\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'RIFF\x00\x00\x00\x00WEBP', 'GIF89a', '')
  const picture = fc
    .tuple(head, fc.uint8Array({ maxLength: 300 }))
    .map(([magic, rest]) => Buffer.concat([Buffer.from(magic, 'latin1'), rest]))
  return request(path, fc.oneof(picture, body), keys)
}

/** Frames that a socket may send: messages of both protocol versions with unusual parts, and invalid ones. */
export const frameInput: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('phx_join', 'phx_leave', 'heartbeat', 'access_token', 'broadcast', 'presence', 'x'),
      fc.oneof(fc.constantFrom('realtime:feed', 'phoenix', 'realtime:'), oddText),
      fc.oneof(
        fc.jsonValue({ maxDepth: 3 }),
        fc.record({
          config: fc.oneof(
            fc.jsonValue(),
            fc.record({
              postgres_changes: fc.oneof(
                fc.jsonValue(),
                fc.array(
                  fc.record({
                    event: fc.oneof(fc.constantFrom('*', 'INSERT', 'DELETE'), oddText),
                    schema: fc.oneof(fc.constantFrom('public', 'private', '*'), oddText),
                    table: name,
                    filter: fc.tuple(column, fc.constantFrom(...OPERATORS), value).map(([c, o, v]) => `${c}=${o}.${v}`),
                  }),
                  { maxLength: 4 },
                ),
              ),
              broadcast: fc.jsonValue(),
              presence: fc.jsonValue(),
              private: fc.boolean(),
            }),
          ),
          access_token: fc.oneof(oddText, fc.constant('a.b.c')),
        }),
      ),
      fc.boolean(),
    )
    .map(([event, topic, payload, array]) =>
      JSON.stringify(array ? ['1', '2', topic, event, payload] : { topic, event, payload, ref: '2', join_ref: '1' }),
    ),
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }),
  fc.integer({ min: 1, max: 5000 }).map((depth) => '['.repeat(depth)),
)

/** Bytes on a bare connection: broken requests, and noise. */
export const bytesInput: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .tuple(method, oddText, fc.array(fc.tuple(oddText, oddText), { maxLength: 6 }), oddText)
    .map(([m, path, list, rest]) =>
      Buffer.from(`${m} /${path} HTTP/1.1\r\n${list.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n${rest}`, 'utf8'),
    ),
)

function request(
  path: fc.Arbitrary<string>,
  payload: fc.Arbitrary<string | Uint8Array | undefined>,
  keys: Keys,
): fc.Arbitrary<Input> {
  const token = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(keys.publishable, keys.member) },
    { weight: 1, arbitrary: mutated(keys.member) },
  )
  return fc
    .tuple(method, path, fc.oneof(fc.constant({}), headerSets), payload, token)
    .map(([verb, address, extra, content, key]) => ({
      method: verb,
      path: address,
      headers: {
        'content-type': 'application/json',
        ...extra,
        apikey: keys.publishable,
        authorization: `Bearer ${key}`,
      },
      ...(content === undefined || verb === 'GET' || verb === 'HEAD' || verb === 'TRACE' ? {} : { body: content }),
    }))
}

/** A text with a piece cut out, inserted or changed. */
function mutated(token: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.nat(token.length),
      fc.nat(30),
      fc.oneof(
        fc.string({ maxLength: 30 }),
        fc.constantFrom('.', '..', 'e30.e30.', '(', ')', ',', ')(', 'and(', '!', '::', '->', '=', '&'),
      ),
    )
    .map(([from, length, put]) => token.slice(0, from) + put + token.slice(from + length))
}

function enc(text = ''): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}
