import { mkdir } from 'node:fs/promises'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { browserEnvironment, type Driver, type Opening, type Point, type Size } from './driver.ts'

/** Firefox by the WebDriver BiDi protocol: Debian has no geckodriver, which the older protocol needs. */
export async function openFirefox({ size, script, folder }: Opening, executablePath: string): Promise<Driver> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    env: { ...browserEnvironment(folder), MOZ_CRASHREPORTER_DISABLE: '1' },
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      // Nothing is asked of addresses outside this machine.
      'app.update.disabledForTesting': true,
      'browser.region.network.url': '',
      'network.connectivity-service.enabled': false,
      'services.settings.server': 'data:,#remote-settings-dummy/v1',
    },
  })
  try {
    // The page that it opens with never has the focus.
    const page = await browser.newPage()
    await page.setViewport(size)
    await page.evaluateOnNewDocument(script)
    return new Firefox(browser, page)
  } catch (error) {
    await browser.close()
    throw error
  }
}

class Firefox implements Driver {
  readonly #browser: Browser
  readonly #page: Page

  constructor(browser: Browser, page: Page) {
    this.#browser = browser
    this.#page = page
  }

  async open(url: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: 'load', timeout: 30_000 })
  }

  async evaluate<T, A extends readonly unknown[]>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    return (await this.#page.evaluate(work as unknown as (...args: unknown[]) => unknown, ...args)) as T
  }

  async click({ x, y }: Point): Promise<void> {
    await this.#page.mouse.click(x, y)
  }

  async wheel({ x, y }: Point, by: number): Promise<void> {
    await this.#page.mouse.move(x, y)
    await this.#page.mouse.wheel({ deltaY: by })
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  async choose(field: string, files: readonly string[]): Promise<void> {
    const input = await this.#page.$(field)
    if (!input) throw new Error(`there is no ${field}`)
    await (input as unknown as { uploadFile(...paths: string[]): Promise<void> }).uploadFile(...files)
    await input.dispose()
  }

  async resize(size: Size): Promise<void> {
    await this.#page.setViewport(size)
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#page.screenshot())
  }

  async close(): Promise<void> {
    await this.#browser.close()
  }
}
