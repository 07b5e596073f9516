// How long a change takes to another person's open page, for every screen: from the answer of the request that makes the
// change until the page shows it. BENCH_ROUNDS lives of each scene (20), one change after the other.
import { type Browser, chromium, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import ws from 'ws'
import type { Database } from '../../contract/src/database.types.ts'
import { percentile, round } from '../support/figures.ts'
import { type Figure, keepResult } from '../support/report.ts'
import { QUIET } from './browser.ts'
import { cards, consoleGames, dashboard, games, network, profile, videos } from './club-scenes.ts'
import { feed, leaderboard, takenFromFeed } from './feed-scenes.ts'
import { chromiumPath, type Instance, startDemo } from './instance.ts'
import type { Act, Cast, Scene, Sight } from './scene.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20)
const SITE_PORT = 4322
/** A change that is not seen by then counts as not seen. */
const LONGEST_MS = 15_000
const GOAL_MS = 2_000

const SCENES = [feed, takenFromFeed, leaderboard, games, cards, videos, dashboard, profile, network, consoleGames]
const wanted = process.env.BENCH_SCENES?.split(',')

const instance = await startDemo(SITE_PORT)
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: QUIET })
const times = new Map<string, number[]>()
try {
  const cast = await castOf(instance)
  for (const scene of SCENES) if (!wanted || wanted.includes(scene.name)) await play(browser, instance, scene(cast))
} finally {
  await browser.close()
  await instance.close()
}
keepResult('web-two-browsers', [...times].map(figure), { rounds: ROUNDS })

function figure([name, values]: [string, number[]]): Figure {
  const median = percentile(values, 0.5)
  const seen = values.filter(Number.isFinite).length
  return {
    name,
    figure: `${round(median)} ms, longest ${round(Math.max(...values.filter(Number.isFinite)))} ms (${seen} of ${values.length} seen)`,
    goal: `median at most ${GOAL_MS} ms, all seen`,
    met: seen === values.length && median <= GOAL_MS,
  }
}

async function castOf({ url, session }: Instance): Promise<Cast> {
  const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as { publishableKey: string }
  const signedIn = async (name: 'tom' | 'finn' | 'admin') => {
    const client = createClient<Database>(url, publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: ws as never },
    })
    const { data } = await client.auth.setSession(JSON.parse(await session(name)))
    return { client, id: data.user?.id ?? '' }
  }
  const [tom, finn, admin] = [await signedIn('tom'), await signedIn('finn'), await signedIn('admin')]
  return { tom: tom.client, finn: finn.client, admin: admin.client, tomId: tom.id, finnId: finn.id }
}

async function play(at: Browser, { url, session }: Instance, scene: Scene): Promise<void> {
  await scene.prepare?.()
  const context = await at.newContext({ baseURL: url, serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })
  if (scene.viewer)
    await context.addInitScript((kept) => localStorage.setItem('bankside-session', kept), await session(scene.viewer))
  const page = await context.newPage()
  await page.goto(scene.path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (scene.open) {
    const { button, within } = scene.open
    await page
      .getByRole('article')
      .filter({ hasText: within })
      .getByRole('button', { name: button, exact: true })
      .click()
  }
  // Loads and joins of the visit itself are over.
  await page.waitForLoadState('networkidle').catch(() => {})
  for (let n = 0; n < ROUNDS; n += 1)
    for (const act of scene.life()) {
      const took = await watched(page, act)
      const all = times.get(act.name) ?? []
      times.set(act.name, all)
      all.push(took)
      if (act.thenPress) await page.getByRole('button', { name: act.thenPress }).click()
    }
  await context.close()
}

/** Milliseconds from the answer of the change until the page shows it; infinite when it does not. */
async function watched(page: Page, { change, sight, name }: Act): Promise<number> {
  const seen = whenSeen(page, sight).catch(() => Number.POSITIVE_INFINITY)
  await change()
  const answered = Date.now()
  const took = (await seen) - answered
  if (!Number.isFinite(took)) console.error(`not seen: ${name}`)
  // Before the answer arrived is at once.
  return Math.max(0, took)
}

/** When a frame of the page shows it, by the machine's clock. */
async function whenSeen(page: Page, sight: Sight): Promise<number> {
  const moment = await page.waitForFunction(
    ({ text, label, within, gone = false }) => {
      const articles = [...document.querySelectorAll('article')]
      const places = within ? articles.filter(({ textContent }) => textContent.includes(within)) : [document.body]
      const shown = places.some((place) =>
        text ? place.textContent.includes(text) : place.querySelector(`[aria-label^="${label}"]`) !== null,
      )
      return shown !== gone && Date.now()
    },
    sight,
    { timeout: LONGEST_MS },
  )
  return Number(await moment.jsonValue())
}
