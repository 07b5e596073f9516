import { expectThat, type Finding, fail, note, ok } from './findings.ts'

const BUCKETS = ['avatars', 'fishing-photos', 'newsfeed-images', 'games-images', 'game-photos']
const PUSH = 'run `supabase db push`'

/** The fields of `GET /auth/v1/settings` used here. */
interface AuthSettings {
  disable_signup?: boolean
  mailer_autoconfirm?: boolean
  external?: Record<string, boolean | undefined>
}

/**
 * Checks a project as any browser can: with its address and its publishable key.
 * @throws {TypeError} when the address does not answer at all.
 */
export async function checkApi(url: string, key: string): Promise<Finding[]> {
  const ask: Ask = (path, headers = {}) => fetch(`${url}${path}`, { headers: { apikey: key, ...headers } })
  return [
    ...(await checkRest(ask)),
    ...(await checkAuth(ask)),
    ...(await Promise.all(BUCKETS.map((bucket) => checkBucket(ask, bucket)))),
    await checkPrivateBucket(ask),
    await checkRenditions(ask),
  ]
}

type Ask = (path: string, headers?: Record<string, string>) => Promise<Response>

async function checkRest(ask: Ask): Promise<Finding[]> {
  const board = await ask('/rest/v1/leaderboard?select=rank&limit=1')
  // A guest without the right also gets 401, but from the database.
  const answer = (await board.json().catch(() => undefined)) as { code?: string } | undefined
  if (board.status === 401 && answer?.code !== '42501')
    return [fail('the key is refused', 'copy the publishable key from the project settings')]
  const profiles = await ask('/rest/v1/profiles?select=id&limit=1')
  const rows: unknown = await profiles.json().catch(() => undefined)
  const hidden = profiles.status >= 400 || (Array.isArray(rows) && rows.length === 0)
  const inside = await ask('/rest/v1/settings?limit=0', { 'accept-profile': 'private' })
  return [
    expectThat(board.ok, 'guests read the leaderboard', `the leaderboard answers ${board.status}`, PUSH),
    expectThat(hidden, 'guests read no profiles', 'guests read profiles', `${PUSH} and look for a policy made by hand`),
    expectThat(
      inside.status === 406,
      'the schema "private" is not reachable',
      'the schema "private" is reachable through the API',
      'take it out of the exposed schemas (API settings)',
    ),
  ]
}

async function checkAuth(ask: Ask): Promise<Finding[]> {
  const response = await ask('/auth/v1/settings')
  if (!response.ok) return [fail(`the settings of Auth answer ${response.status}`, 'check the address and the key')]
  const settings = (await response.json()) as AuthSettings
  return [
    expectThat(
      settings.disable_signup === false,
      'sign-up is open',
      'sign-up is closed',
      'allow new users to sign up (Auth settings)',
    ),
    expectThat(
      settings.external?.email === true,
      'email and password is on',
      'email and password is off',
      'enable the email provider',
    ),
    expectThat(
      settings.external?.anonymous_users !== true,
      'anonymous sign-in is off',
      'anonymous sign-in is on: it would create profiles without an address',
      'switch it off (Auth settings)',
    ),
    settings.mailer_autoconfirm === false
      ? ok('new members confirm their address')
      : note(
          'new members need not confirm their address',
          'switch confirmation on together with SMTP: invented accounts then earn no referral points',
        ),
  ]
}

async function checkBucket(ask: Ask, bucket: string): Promise<Finding> {
  const response = await ask(`/storage/v1/object/public/${bucket}/none`)
  const text = await response.text()
  return expectThat(
    !/bucket not found/i.test(text),
    `the bucket ${bucket} exists and is public`,
    `the bucket ${bucket} is missing or private`,
    PUSH,
  )
}

async function checkPrivateBucket(ask: Ask): Promise<Finding> {
  const response = await ask('/storage/v1/object/public/catch-photos/none')
  return expectThat(
    /bucket not found/i.test(await response.text()),
    'the bucket catch-photos is not public',
    'the bucket catch-photos is public',
    `${PUSH} and make the bucket private: not everybody may see these photos`,
  )
}

async function checkRenditions(ask: Ask): Promise<Finding> {
  const response = await ask('/storage/v1/render/image/public/avatars/none?width=64')
  const text = await response.text()
  return /not enabled|feature/i.test(text)
    ? note('photos are sent in full size', 'image transformations are part of the paid plans; the app works without')
    : ok('photos are sent in the size they are shown')
}
