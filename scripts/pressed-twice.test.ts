import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/env.mjs'

// Whatever the app writes is pressed twice in a story, so that a new form or question is not forgotten there.

const METHOD: Record<string, string> = { insert: 'POST', upsert: 'POST', update: 'PATCH', delete: 'DELETE' }
const AUTH: Record<string, string> = {
  signUp: 'POST /auth/v1/signup',
  signInWithPassword: 'POST /auth/v1/token',
  resetPasswordForEmail: 'POST /auth/v1/recover',
  updateUser: 'PUT /auth/v1/user',
  resend: 'POST /auth/v1/resend',
  verifyOtp: 'POST /auth/v1/verify',
}

/** Calls without such a story. */
const WITHOUT: Record<string, string> = {
  'POST /auth/v1/resend': 'asks for the mail of a sign-up again, and may be repeated',
  'POST /auth/v1/verify': 'uses up the token of a mail; its stories are in mailed-links.spec.ts',
  'POST /rest/v1/shipping_addresses': 'part of a claim, whose story counts the addresses',
  'PATCH /rest/v1/shipping_addresses': 'the same after a lost answer',
  'POST /rest/v1/rpc/keep_time_zone': 'sent by the app itself',
  'POST /rest/v1/rpc/make_invitation': 'replaces only the link that it names; pressed twice in joining.spec.ts',
  'POST /rest/v1/rpc/hide_first_session': 'what is hidden stays hidden',
  'POST /rest/v1/rpc/finish_welcome': 'what is finished stays finished',
  'POST /rest/v1/rpc/note_export': 'comes before a file, and notes each one',
  'POST /rest/v1/rpc/mark_notifications_read': 'what is read stays read',
  'POST /rest/v1/rpc/mark_all_notifications_read': 'what is read stays read',
  'POST /rest/v1/rpc/undo_marking': 'makes unread only what one press has marked',
  'POST /rest/v1/rpc/remove_push_subscription': 'what was removed stays removed',
  'POST /rest/v1/rpc/save_push_subscription': 'each browser has one, which is replaced',
  'POST /rest/v1/rpc/retry_delivery': 'a message that is sent again already counts as done',
  'POST /rest/v1/rpc/offer_record': 'a catch that is offered stays offered',
  'POST /rest/v1/rpc/withdraw_record': 'what was taken back stays taken back',
  'POST /rest/v1/rpc/decide_record': 'the same decision again is the first one',
  'POST /rest/v1/rpc/undo_record': 'a catch that waits stays as it is',
  'POST /rest/v1/prize_packages': 'part of the creation of a package, whose story counts the packages',
}

/** Functions that only read, although they are called by POST. */
const READS = new Set(
  `admin_overview admin_waiting my_suspension dead_deliveries game_answer game_entrants get_points_by_timeframe get_user_referral_stats
  invited_name leaderboard_near leftover_files may_join my_data my_leaderboard_position my_season_position next_card_change referrer_username request_row season_leaderboard season_leaderboard_near season_table seasons username_problem`.split(
    /\s+/,
  ),
)

const sources = (folder: string, ending: RegExp) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8'))

/** The calls that a file of `web/src/data` makes to change something. */
function writesOf(source: string): string[] {
  const text = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  const found: string[] = []
  const tables = [...text.matchAll(/(?:const (\w+) = )?\w+\s*\.from\('(\w+)'\)(?:\s*\.(\w+)\()?/g)]
  for (const [, variable, table, verb = ''] of tables) {
    if (METHOD[verb]) found.push(`${METHOD[verb]} /rest/v1/${table}`)
    if (variable)
      for (const [, later = ''] of text.matchAll(new RegExp(`\\b${variable}\\s*\\.(\\w+)\\(`, 'g')))
        if (METHOD[later]) found.push(`${METHOD[later]} /rest/v1/${table}`)
  }
  for (const [, name = '', rest = ''] of text.matchAll(/\.rpc\(\s*'(\w+)'([\s\S]{0,120})/g))
    if (!READS.has(name) && !/^[^;]*?get: true/.test(rest)) found.push(`POST /rest/v1/rpc/${name}`)
  for (const [, verb = ''] of text.matchAll(/\bauth\s*\.(\w+)\(/g)) if (AUTH[verb]) found.push(AUTH[verb])
  return found
}

it('is complete: each call that changes something has a story of a second press, or a reason why not', () => {
  const written = sources('web/src/data', /(?<!\.test)\.ts$/).flatMap(writesOf)
  const pressed = sources('e2e', /^pressed-twice-.*\.spec\.ts$/).flatMap((source) =>
    [...source.matchAll(/call: '([^']+)'/g)].map(([, call = '']) => call),
  )
  expect(written.length).toBeGreaterThan(50)
  expect([...new Set(written)].filter((call) => !pressed.includes(call) && !WITHOUT[call])).toEqual([])
  expect(Object.keys(WITHOUT).filter((call) => pressed.includes(call) || !written.includes(call))).toEqual([])
  expect(pressed.filter((call) => !written.includes(call))).toEqual([])
})
