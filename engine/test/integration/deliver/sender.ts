import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EngineConfig } from '../../../../engine/src/index.ts'
import { type Persona, signUp } from '../../../../test-support/personas.ts'
import { type PushBrowser, type PushService, startPushService } from '../../../../test-support/push-service.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'
import { buildFunctions } from '../../../build-functions.ts'

const supabase = fileURLToPath(new URL('../../../../supabase', import.meta.url))

/** An engine with the function `deliver`, which runs only when a test calls it, and a push service. */
export interface Sender {
  engine: TestEngine
  push: PushService
  /** Sends what is due. */
  deliver(): Promise<Record<string, number>>
  /** Makes waiting attempts due. */
  skipWaiting(): Promise<void>
  /** A member without quiet hours. */
  member(): Promise<Persona>
  /** A browser of the member. */
  browserOf(who: Persona): Promise<PushBrowser>
  /** A post of the member. @returns its ID. */
  post(who: Persona): Promise<string>
  /** A comment of a new member on a post. */
  comment(postId: string, text?: string): Promise<void>
  /** A prize for the member. */
  prize(who: Persona): Promise<void>
  close(): Promise<void>
}

/** Builds the functions into a folder of its own. */
export async function buildDeliver(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'bankside-deliver-'))
  await buildFunctions({ source: join(supabase, 'functions'), config: join(supabase, 'config.toml'), outDir })
  return outDir
}

export async function openSender(settings: Partial<EngineConfig> = {}): Promise<Sender> {
  const functionsFolder = await buildDeliver()
  const engine = await startEngine({ functionsFolder, ...settings })
  const push = await startPushService()
  const { query } = engine.owner
  await query('delete from cron.job')
  return {
    engine,
    push,
    async deliver() {
      const reply = await fetch(`${engine.url}/functions/v1/deliver`, {
        method: 'POST',
        headers: { apikey: engine.secretKey },
      })
      if (!reply.ok) throw new Error(`deliver: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as Record<string, number>
    },
    async skipWaiting() {
      await query('update private.deliveries set due_at = now() where outcome is null')
    },
    async member() {
      const who = await signUp(engine)
      await who.rpc('save_notification_times', { quiet_from: '00:00', quiet_until: '00:00' }).throwOnError()
      return who
    },
    async browserOf(who) {
      const browser = push.subscribe()
      // The API stores addresses of known push services only.
      await query(
        `insert into private.push_subscriptions (user_id, session_id, endpoint, p256dh, auth, device)
          select user_id, id, $2, $3, $4, '' from auth.sessions where user_id = $1 limit 1`,
        [who.user.id, browser.endpoint, browser.p256dh, browser.auth],
      )
      return browser
    },
    async post(who) {
      const [row] = await query('insert into public.newsfeed_posts (user_id, content) values ($1, $2) returning id', [
        who.user.id,
        'A tench of 9 lb',
      ])
      return String(row?.id)
    },
    async comment(postId, text = 'Well caught') {
      const [id, name] = [randomUUID(), randomUUID().slice(0, 12)]
      await query(
        'insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values ($1, $2, $3, now())',
        [id, `${name}@example.com`, { username: `mate-${name}` }],
      )
      await query('insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, $3)', [
        postId,
        id,
        text,
      ])
    },
    async prize(who) {
      await query(
        `with box as (insert into public.prize_packages (name) values ('Tackle ' || gen_random_uuid()) returning id),
          item as (
            insert into public.prize_items (package_id, title, type, quantity)
              select id, 'Bite alarm', 'physical', 1 from box returning id)
          insert into public.prize_awards (user_id, item_id, claim_deadline)
            select $1, id, now() + interval '30 days' from item`,
        [who.user.id],
      )
    },
    async close() {
      await engine.close()
      await push.close()
      rmSync(functionsFolder, { recursive: true, force: true })
    },
  }
}
