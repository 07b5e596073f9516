import { setTimeout as delay } from 'node:timers/promises'
import type { Session } from '@supabase/supabase-js'
import type { Driver, Size } from './driver.ts'
import type { Step, Text } from './finder.ts'

/** How long a step waits for what it needs, also while other tests take the processors. */
const PATIENCE_MS = 40_000
const LOOK_AGAIN_MS = 60

type Name = string | RegExp
const written = (name: Name): Text => (typeof name === 'string' ? name : { source: name.source, flags: name.flags })

const byRole =
  (role: string) =>
  (name?: Name, has?: string): Step => ({
    role,
    ...(name === undefined ? {} : { name: written(name) }),
    ...(has === undefined ? {} : { has }),
  })

export const button = byRole('button')
export const link = byRole('link')
export const heading = byRole('heading')
export const radio = byRole('radio')
export const cell = byRole('gridcell')
export const dialog = byRole('dialog')
export const region = byRole('region')
export const image = byRole('img')
export const main = byRole('main')()
/** A post, a game or a claim: an article with that text. */
export const article = (has: string): Step => ({ role: 'article', has })
/** A row of a list of the console. */
export const row = (has: string): Step => ({ role: 'listitem', has })
/** A field by its label. */
export const field = (label: Name): Step => ({ name: written(label) })
/** What shows a text. */
export const text = (shown: Name): Step => ({ text: written(shown) })

const inWords = (steps: readonly Step[]): string =>
  steps
    .map(({ role, name, text, has }) => {
      const words = [role ?? (name === undefined ? 'text' : 'field'), name ?? text, has]
      return words
        .filter((word) => word !== undefined)
        .map((word) => (typeof word === 'string' ? word : `/${word.source}/${word.flags}`))
        .join(' ')
    })
    .join(' > ')

/** One person's browser at the site. Every step waits for its condition. */
export class Tab {
  readonly driver: Driver
  readonly #site: string
  #closed = false

  constructor(driver: Driver, site: string) {
    this.driver = driver
    this.#site = site
  }

  /** @param path within the site, or an address elsewhere. */
  async open(path: string): Promise<void> {
    await this.driver.open(new URL(path, this.#site).href)
  }

  /** From now on the pages are those of a member. The form of the login page is for the admin's story. */
  async takeSession(session: Session): Promise<void> {
    // A page without the app, which would write down its own session.
    await this.open('/robots.txt')
    await this.driver.evaluate((session) => {
      localStorage.clear()
      localStorage.setItem('bankside-session', session)
    }, JSON.stringify(session))
  }

  /** @param account one that has a password. */
  async signIn(account: { email: string; password: string }): Promise<void> {
    await this.open('/login')
    await this.fill(account.email, field(/^Email/))
    await this.fill(account.password, field('Password'))
    await this.tap(main, button('Sign In'))
    await this.until('the end of signing in', async () => (await this.path()) !== '/login')
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.driver.close()
  }

  async tap(...steps: Step[]): Promise<void> {
    await this.#press(steps)
  }

  /** Replaces what is in a field by typing. */
  async fill(content: string, ...steps: Step[]): Promise<void> {
    const mark = await this.#press(steps)
    await this.driver.evaluate((mark) => {
      const field = document.querySelector<HTMLInputElement>(mark)
      if (document.activeElement !== field) field?.focus()
      field?.select()
    }, mark)
    await this.driver.type(content)
    await this.until(`${inWords(steps)} has its text`, () =>
      this.driver.evaluate(
        (mark, content) => document.querySelector<HTMLInputElement>(mark)?.value === content,
        mark,
        content,
      ),
    )
  }

  /**
   * Sets a field that the engine fills in a window of its own, which no protocol reaches.
   * @param value of a date and time, or the text or the value of an option.
   */
  async set(value: string, ...steps: Step[]): Promise<void> {
    const mark = await this.#press(steps, false)
    await this.driver.evaluate(
      (mark, wanted) => {
        const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(mark)!
        const options = field instanceof HTMLSelectElement ? [...field.options] : []
        const value = options.find(({ text, value }) => text === wanted || value === wanted)?.value ?? wanted
        // React overrides the setter of the element itself.
        const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
        setter?.call(field, value)
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
        if (field.value !== value) throw new Error(`the field refuses ${value}`)
      },
      mark,
      value,
    )
  }

  async upload(files: readonly string[], ...steps: Step[]): Promise<void> {
    const mark = await this.until(inWords(steps), () =>
      this.driver.evaluate((steps) => window.finder.files(steps), steps),
    )
    await this.driver.choose(mark, files)
  }

  async sees(...steps: Step[]): Promise<void> {
    await this.until(inWords(steps), async () => (await this.count(...steps)) > 0)
  }

  async seesNo(...steps: Step[]): Promise<void> {
    await this.until(`no ${inWords(steps)}`, async () => (await this.count(...steps)) === 0)
  }

  count(...steps: Step[]): Promise<number> {
    return this.driver.evaluate((steps) => window.finder.find(steps).length, steps)
  }

  async isAt(path: string): Promise<void> {
    await this.until(`the address ${path}`, async () => (await this.path()) === path)
  }

  path(): Promise<string> {
    return this.driver.evaluate(() => location.pathname)
  }

  /** Where the page is, and the errors of its scripts that nothing caught. */
  state(): Promise<string> {
    return this.driver.evaluate(() => [location.pathname, ...window.finder.errors].join('; '))
  }

  /** How far an element is from the upper edge of the window, in whole pixels. */
  top(...steps: Step[]): Promise<number | null> {
    return this.driver.evaluate((steps) => {
      const [element] = window.finder.find(steps)
      return element ? Math.round(element.getBoundingClientRect().top) : null
    }, steps)
  }

  scrolled(): Promise<number> {
    return this.driver.evaluate(() => Math.round(window.scrollY))
  }

  /**
   * Scrolls until an element begins so far below the upper edge. Firefox scrolls by parts of a pixel.
   * @returns how far it is, which differs by two pixels at most.
   */
  async scrollTo(top: number, ...steps: Step[]): Promise<number> {
    return await this.until(`${inWords(steps)} at ${top}`, async () => {
      const now = await this.top(...steps)
      if (now === null) return false
      if (Math.abs(now - top) <= 2) return now
      await this.driver.evaluate((by) => window.scrollBy({ top: by, behavior: 'instant' }), now - top)
      return false
    })
  }

  /** After two frames what the wheel moves has begun to move. */
  async drawn(): Promise<void> {
    await this.driver.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    )
  }

  /** Resizes the window, until the page says that it has that width. */
  async resize(size: Size): Promise<void> {
    await this.driver.resize(size)
    await this.until(`a window ${size.width} wide`, () =>
      this.driver.evaluate((width) => window.innerWidth === width, size.width),
    )
  }

  /** Waits for a condition; a page that is being replaced counts as not yet. */
  async until<T>(what: string, condition: () => Promise<T | null | undefined | false>): Promise<T> {
    const end = Date.now() + PATIENCE_MS
    let last = ''
    do {
      try {
        const found = await condition()
        if (found) return found
        last = ''
      } catch (error) {
        last = `; ${error instanceof Error ? error.message : error}`
      }
      await delay(LOOK_AGAIN_MS)
    } while (Date.now() < end)
    throw new Error(`waited in vain for ${what}${last}`)
  }

  /** Presses an element once it is in sight, at rest and uncovered. */
  async #press(steps: Step[], really = true): Promise<string> {
    let reason = ''
    const ready = await this.until(inWords(steps), async () => {
      const found = await this.driver.evaluate((steps) => window.finder.ready(steps), steps)
      if ('at' in found) return found
      reason = found.wait
      throw new Error(`it ${reason}`)
    })
    if (really) await this.driver.click(ready.at)
    return ready.mark
  }
}
