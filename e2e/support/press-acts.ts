import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../contract/src/database.types.ts'
import { closedLayer } from './closed-layer.ts'
import { forgetSession } from './forget-session.ts'
import { type Account, Instance } from './instance.ts'
import { type OwnEngine, startOwnEngine } from './own-engine.ts'
import { alerts, loseAnswer, loseOneAnswer, loseThenPress, pressTwice, wirePage } from './second-press.ts'
import { test } from './test.ts'

export type Client = SupabaseClient<Database>

export interface Stage {
  page: Page
  instance: Instance
  admin: Client
  /** The member of this spec; signed in on the page, unless an administrator is. */
  member: Account
  own: Client
  /** A text that nothing else contains. */
  name: string
}

export interface Act {
  /** The request that carries it out. */
  call: string
  button: Locator
  /** Says that it was done. */
  told: Locator
  /** What there is of it now. */
  effects: () => Promise<unknown>
  /** The same when it was done once. */
  once: unknown
  /** The same after a lost answer, if that differs. */
  lost?: unknown
  /** What the page says when the answer is lost, where it learns by itself that it was done. */
  learnt?: Locator
  /** Says that it failed; by default an alert. */
  failed?: Locator
  /** A switch: another press after the answer is another act, so only the answer is lost. */
  switches?: true
  correction?: Correction
}

/** A creation: its form is changed after the lost answer, before the next press. */
export interface Correction {
  change: () => Promise<void>
  /** Says that the change was stored, or that what was sent first was. */
  told: Locator
  /** What there is of it now. */
  stored: () => Promise<unknown>
  is: unknown
}

/** Forms and questions of the app by their names. `scripts/pressed-twice.test.ts` checks that no call is missing. */
export type Acts = Record<string, (stage: Stage) => Promise<Act>>

/** What the page says after a lost answer. What it learns from a live change may come before or after the repetition. */
const known = ({ learnt, told }: Act): Locator => (learnt ? learnt.or(told).first() : told)

/**
 * A test for each act: once a single answer is lost, the page makes the request again by itself, and the second press
 * comes after the answer to that, while the button is still there, or after the first answer of another act, where
 * a live change takes the button away; once the repetition gets none either, and the second press says again what was
 * done. What is changed before that press is stored too, or the page says what was stored first. On a site of its own,
 * because some acts change it for everybody, and on one page, because opening one costs more than an act.
 */
export function testActs(who: 'admin' | 'member', acts: Acts, start: () => Promise<OwnEngine> = startOwnEngine): void {
  test.describe.configure({ mode: 'default' })
  let engine: OwnEngine
  let stage: Omit<Stage, 'name'>
  test.beforeAll(async ({ browser }) => {
    engine = await start()
    const instance = new Instance(engine.url)
    const [admin, member] = await Promise.all([instance.signedIn(instance.bailiff), instance.register()])
    const page = await browser.newPage({ baseURL: engine.url, serviceWorkers: 'block' })
    await wirePage(page)
    await takeSession(page, instance, who === 'admin' ? instance.bailiff : member)
    stage = { page, instance, admin, member, own: await instance.signedIn(member) }
  })
  test.afterAll(async () => {
    await stage?.page.close()
    await engine?.stop()
  })

  for (const [what, begin] of Object.entries(acts)) {
    const open = async (stage: Stage) => {
      // An act may end in a dialog that stays open.
      if ((await stage.page.getByRole('dialog').count()) === 0) await closedLayer(stage.page)
      return await begin(stage)
    }
    test(`${what} that is sent twice is stored once, and reported as success`, async () => {
      const { page } = stage
      const anAct = (name: string) => open({ ...stage, name: `${name} ${randomUUID().slice(0, 8)}` })
      const first = await anAct('Tench')
      // A call to the auth service is not repeated by the page.
      const repeated = !first.call.includes('/auth/')
      let pressed = first.switches ?? false
      if (repeated)
        await test.step('a second press after the answer to the repetition of a lost one', async () => {
          // Where the button is a switch, or the page has learnt what was done, nothing is left to be pressed.
          if (first.switches || first.learnt) await loseOneAnswer(first)
          else pressed = await loseThenPress(first)
          await expect(known(first)).toBeVisible()
          await expect(page.getByRole('alert')).toHaveText([])
          expect(await first.effects()).toEqual(first.lost ?? first.once)
        })
      if (!pressed)
        await test.step('a second press after the answer', async () => {
          const act = repeated ? await anAct('Zander') : first
          await pressTwice(act)
          await expect(act.told).toBeVisible()
          await expect(page.getByRole('alert')).toHaveText([])
          expect(await act.effects()).toEqual(act.once)
        })
      await test.step('a second press after a lost answer', async () => {
        const act = await anAct('Bream')
        await loseAnswer(act)
        await expect(known(act)).toBeVisible()
        await expect(alerts(page)).toHaveText([])
        expect(await act.effects()).toEqual(act.lost ?? act.once)
      })
      if (first.correction)
        await test.step('a change after a lost answer', async () => {
          const { correction, ...act } = await anAct('Rudd')
          if (!correction) throw new Error(`${what} has no correction any more`)
          await loseAnswer(act, correction.change)
          await expect(correction.told).toBeVisible()
          await expect(alerts(page)).toHaveText([])
          expect(await correction.stored()).toEqual(correction.is)
        })
    })
  }
}

/** The page's next visit is that of the account. */
export async function takeSession(
  page: Page,
  instance: Instance,
  account: { email: string; password: string },
): Promise<void> {
  await forgetSession(page)
  const session = JSON.stringify(await instance.session(account))
  await page.evaluate((session) => localStorage.setItem('bankside-session', session), session)
}
