import type { Database } from '../db/port.ts'
import type { Logger } from '../kernel/logger.ts'
import { escapeText } from './escape-text.ts'
import { createMadeFiles } from './made-files.ts'
import type { PictureFacts } from './shared-picture-art.ts'
import { versionOf } from './shared-pictures.ts'
import type { StaticFile } from './static-files.ts'

/** The head of a page for readers who have not signed in; null keeps the page's own head. */
export interface PageHead {
  status: number
  title: string | null
  description: string | null
  /** What the picture of a shared link shows; null for the club's own. */
  picture: PictureFacts | null
}

/** @param mayAsk whether the head may be looked up if it is not known. */
export type HeadOf = (path: string, mayAsk?: () => boolean) => Promise<PageHead | undefined>

/** A page must not wait for a slow database: it is then served with its own head. */
const ANSWER_MS = 250
const KEPT_MS = 5_000
const KEPT = 500
/** Clients can invent addresses, so only a few are looked up at once. */
const AT_ONCE = 4
const LONGEST_PATH = 500

/**
 * Asks `public.page_head(path)` as a guest. The answers are kept for some seconds. Undefined when there is none in
 * time: a database without the function, or one that does not answer, neither delays nor changes a page.
 */
export function createHeads(db: Pick<Database, 'runAs'>, log: Logger): HeadOf {
  const kept = new Map<string, { at: number; head: Promise<PageHead | undefined> }>()
  let running = 0

  async function ask(path: string): Promise<PageHead | undefined> {
    running += 1
    try {
      const [row] = await db.runAs<PageHead & Record<string, unknown>>(
        { role: 'anon', settings: { 'request.jwt.claims': '{"role":"anon"}' }, readOnly: true },
        {
          name: 'page_head',
          text: 'select status, title, description, picture from public.page_head($1)',
          values: [path],
        },
        { signal: AbortSignal.timeout(ANSWER_MS) },
      )
      return row
    } catch (error) {
      log.debug({ error }, 'the head of a page was not found')
      return undefined
    } finally {
      running -= 1
    }
  }

  return (path, mayAsk = () => true) => {
    const now = performance.now()
    const known = kept.get(path)
    if (known && now - known.at < KEPT_MS) return inTime(known.head)
    if (running >= AT_ONCE || path.length > LONGEST_PATH || !mayAsk()) return Promise.resolve(undefined)
    const [oldest] = kept.keys()
    if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest)
    const head = ask(path)
    kept.delete(path)
    kept.set(path, { at: now, head })
    return inTime(head)
  }
}

function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

const PAGES_KEPT = 50

/** The page with a head written into it. Pages with equal heads are built once, because clients can invent addresses. */
export function createHeadedPages() {
  const made = createMadeFiles(PAGES_KEPT)
  return (
    index: StaticFile,
    head: PageHead,
    club: string,
    picture?: string,
    mayMake?: () => boolean,
  ): Promise<StaticFile> => {
    const key = JSON.stringify([index.etag, club, head.title, head.description, picture])
    return made(key, index, (page) => withHead(page, head, club, picture), mayMake)
  }
}

/**
 * The page with a head written into it; the address of the page is not in it, so that pages with equal heads are equal.
 * @param club the name of the club.
 * @param picture whole address of its picture; the page's own stays without one.
 */
export function withHead(
  page: string,
  { title, description }: Pick<PageHead, 'title' | 'description'>,
  club: string,
  picture?: string,
): string {
  const texts: [RegExp, string | null][] = [
    [/(<title>)[^<]*/, title === null || namesClub(title, club) ? title : `${title} | ${club}`],
    [/(<meta property="og:title" content=")[^"]*/, title],
    [/(<meta name="description" content=")[^"]*/, description],
    [/(<meta property="og:description" content=")[^"]*/, description],
    [/(<meta property="og:image" content=")[^"]*/, picture ?? null],
    [/(<meta property="og:image:alt" content=")[^"]*/, picture ? title : null],
  ]
  return texts.reduce(
    // As a function: a dollar sign in a replacement text would have a meaning.
    (text, [place, value]) =>
      value === null ? text : text.replace(place, (_, lead: string) => lead + escapeText(value)),
    page,
  )
}

const namesClub = (title: string, club: string) => title.startsWith(`${club}: `) || title.endsWith(` ${club}`)

/** The picture's address below the site's: it changes with what the picture shows. */
export const pictureAddress = (facts: PictureFacts): string =>
  `/preview.jpg?${new URLSearchParams({ of: facts.path, v: versionOf(facts) })}`
