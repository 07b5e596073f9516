import { expect, type Locator, type Page } from '@playwright/test'

interface Wire {
  /** The request that is waited for, e.g. `POST /rest/v1/games`; undefined once it was answered. */
  call: string | undefined
  /**
   * What its answer does: it presses the same button again, or is lost: alone, alone and the answer to its repetition
   * presses again, with all that follow, or with these and what is read in the meantime, which may already show what was
   * done.
   */
  fate: 'press' | 'lose-one' | 'lose-one-then-press' | 'lose-following' | 'lose'
  /** Between a lost answer and the next press nothing can be read, so the page cannot find out what happened. */
  silent: boolean
  /** Ends when the answer is lost; what is read until then is lost with it. */
  losing: Promise<void> | undefined
  /** How often an answer was lost. */
  losses: number
  /** The button that was pressed last. */
  button: HTMLElement | undefined
  presses: number
  /** The request whose answer is followed by presses; a second one of its kind ends them. */
  followed: string | undefined
  /** When the presses end, in the time of `performance.now()`. */
  end: number
  over: boolean
  /** Live messages wait for the first of these presses: one could take the button away before the answer comes. */
  holding: boolean
  held: (() => void)[]
  /** How many requests wait for an answer, and when the last answer came, in the time of `performance.now()`. */
  open: number
  lastAnswer: number
}

declare global {
  interface Window {
    wire: Wire
  }
}

/** How long the button is pressed after the page has told the success, if it stays on the page. */
const PRESSING_MS = 150

/** A page that has asked for nothing more so long after its last answer has what it shows. */
const QUIET_MS = 100

/** Lets the page's answers be followed by second presses, or be lost. Call it before the page is opened. */
export async function wirePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wire: Wire = {
      call: undefined,
      fate: 'press',
      silent: false,
      losing: undefined,
      losses: 0,
      button: undefined,
      presses: 0,
      followed: undefined,
      end: Number.POSITIVE_INFINITY,
      over: false,
      holding: false,
      held: [],
      open: 0,
      lastAnswer: 0,
    }
    window.wire = wire
    const release = () => {
      wire.holding = false
      for (const deliver of wire.held.splice(0)) deliver()
    }
    window.WebSocket = class extends WebSocket {
      constructor(...parts: ConstructorParameters<typeof WebSocket>) {
        super(...parts)
        // Before the listeners of the page.
        this.addEventListener('message', (event) => {
          if (!wire.holding || !event.isTrusted) return
          event.stopImmediatePropagation()
          wire.held.push(() => this.dispatchEvent(new MessageEvent('message', { data: event.data })))
        })
      }
    }
    window.addEventListener(
      'click',
      ({ target }) => {
        wire.button = (target instanceof Element && target.closest('button')) || undefined
      },
      true,
    )
    // In a task of its own each, so that one comes between any two steps of the page.
    const pressOn = (button: HTMLElement | undefined) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        wire.over = !button?.isConnected || performance.now() > wire.end
        if (wire.over) {
          release()
          return port1.close()
        }
        wire.presses += 1
        button?.click()
        release()
        port2.postMessage(undefined)
      }
      port2.postMessage(undefined)
    }
    const real: typeof fetch = window.fetch.bind(window)
    const counted: typeof fetch = async (input, init) => {
      wire.open += 1
      try {
        return await real(input, init)
      } finally {
        wire.open -= 1
        wire.lastAnswer = performance.now()
      }
    }
    window.fetch = async (input, init) => {
      const { url, method } = new Request(input, init)
      const { pathname } = new URL(url)
      if (wire.silent && pathname.startsWith('/rest/')) throw new TypeError('Failed to fetch')
      const name = `${method} ${pathname}`
      if (name === wire.followed) wire.end = 0
      const isIt = wire.call === name
      const begunWhileLosing = wire.losing
      const answering = counted(input, init)
      if (isIt && wire.fate === 'lose') wire.losing = answering.then(() => {})
      const answer = await answering
      // Its answer may come after the lost one, and show what was done.
      const losing = wire.losing ?? begunWhileLosing
      if (!isIt && losing && pathname.startsWith('/rest/')) {
        await losing
        throw new TypeError('Failed to fetch')
      }
      if (!isIt || wire.call === undefined) return answer
      wire.call = undefined
      if (wire.fate === 'press') {
        wire.followed = name
        pressOn(wire.button)
        return answer
      }
      wire.losses += 1
      wire.losing = undefined
      if (wire.fate === 'lose-one-then-press') Object.assign(wire, { call: name, fate: 'press' })
      else wire.silent = wire.fate !== 'lose-one'
      throw new TypeError('Failed to fetch')
    }
  })
}

/** What is read when the page opens is not to be lost with the answer. */
async function quiet(page: Page): Promise<void> {
  await page.waitForFunction(
    (ms) => window.wire.open === 0 && performance.now() - window.wire.lastAnswer > ms,
    QUIET_MS,
  )
}

async function setFate(page: Page, call: string, fate: Wire['fate']): Promise<void> {
  await page.evaluate(
    ([call, fate]) => {
      const fresh = {
        presses: 0,
        followed: undefined,
        end: Number.POSITIVE_INFINITY,
        over: false,
        silent: false,
        losing: undefined,
        losses: 0,
        holding: fate === 'press',
      }
      Object.assign(window.wire, { ...fresh, call, fate })
    },
    [call, fate] as const,
  )
}

/**
 * Presses a button, and again and again from the moment when the answer has come until the button has gone, or the page
 * has told the success for a while.
 */
export async function pressTwice({ button, call, told }: Pressable): Promise<void> {
  const page = button.page()
  await setFate(page, call, 'press')
  await button.click()
  await expect(told).toBeVisible()
  await endPresses(page)
  await expect.poll(() => page.evaluate(() => window.wire.over), { message: `no answer to ${call}` }).toBe(true)
  expect(await page.evaluate(() => window.wire.presses)).toBeGreaterThan(0)
}

/**
 * The same after a loss: the first answer is lost, and the presses follow the answer to the page's own repetition.
 * @returns whether there were any: a live change may tell the page of the success, and take the button away, earlier.
 */
export async function loseThenPress({ button, call, told }: Pressable): Promise<boolean> {
  const page = button.page()
  await quiet(page)
  await setFate(page, call, 'lose-one-then-press')
  await button.click()
  await expect.poll(() => page.evaluate(() => window.wire.losses), { message: `no answer to ${call}` }).toBe(1)
  await expect(told).toBeVisible()
  await endPresses(page)
  await page.waitForFunction(() => {
    const { over, button, call, open } = window.wire
    return over || (!button?.isConnected && call !== undefined && open === 0)
  })
  return await page.evaluate(() => window.wire.presses > 0)
}

async function endPresses(page: Page): Promise<void> {
  await page.evaluate((ms) => {
    window.wire.end = Math.min(window.wire.end, performance.now() + ms)
  }, PRESSING_MS)
}

/** Presses a button once and loses the answer; the page can go on. */
export async function loseOneAnswer({ call, button }: Losable): Promise<void> {
  const page = button.page()
  await quiet(page)
  await setFate(page, call, 'lose-one')
  await button.click()
  await expect.poll(() => page.evaluate(() => window.wire.losses), { message: `no answer to ${call}` }).toBe(1)
}

/** What is pressed, and says that it was done. */
interface Pressable {
  /** The request that is answered, e.g. `POST /rest/v1/games`. */
  call: string
  button: Locator
  told: Locator
}

/** What the page reports, without lists that could not be loaded: with the answer, the page loses what it then reads. */
export const alerts = (page: Page): Locator => page.getByRole('alert').filter({ hasNotText: 'Retry' })

/** What is pressed when the answer is lost, and what the page says about it. */
interface Losable {
  call: string
  button: Locator
  /** The page learns by itself that it was done; then there is no second press. */
  learnt?: Locator
  /** Says that it failed; by default an alert. */
  failed?: Locator
}

/**
 * Presses a button, loses the answer, waits until the page says that it failed, and presses again.
 * @param before what is done before that, e.g. a change of the form.
 */
export async function loseAnswer(
  { call, button, learnt, failed }: Losable,
  before?: () => Promise<unknown>,
): Promise<void> {
  const page = button.page()
  await quiet(page)
  await setFate(page, call, learnt ? 'lose-following' : 'lose')
  await button.click()
  await expect.poll(() => page.evaluate(() => window.wire.silent), { message: `no answer to ${call}` }).toBe(true)
  if (learnt)
    return page.evaluate(() => {
      window.wire.silent = false
    })
  await expect(failed ?? alerts(page).first()).toBeVisible()
  await before?.()
  await button.evaluate((element) => {
    window.wire.silent = false
    ;(element as HTMLElement).click()
  })
}
