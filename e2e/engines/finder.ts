import type * as Library from '@testing-library/dom'
import type { Point } from './driver.ts'

/** A text: all of it, or a part by a regular expression. It is written for the way into the page. */
export type Text = string | { source: string; flags: string }

/** One step towards an element: what it is, and what it contains. */
export interface Step {
  role?: string
  /** The name by which a role or a field is known. */
  name?: Text
  /** A text that the element shows itself. */
  text?: Text
  /** A text somewhere within. */
  has?: string
}

/** What the page says about an element that is to be pressed. */
export type Readiness = { at: Point; mark: string } | { wait: string }

/** What runs in the page beside the app. */
export interface Finder {
  find(steps: readonly Step[]): HTMLElement[]
  ready(steps: readonly Step[]): Promise<Readiness>
  /** A selector for a field for files, which may be out of sight. */
  files(steps: readonly Step[]): string | null
  errors: string[]
}

declare global {
  interface Window {
    TestingLibraryDom: typeof Library
    finder: Finder
  }
}

/** Puts the finder into a page, before the page's own scripts; the library stands there already. */
export function installFinder(): void {
  const matcher = (text: Text | undefined) =>
    text === undefined || typeof text === 'string' ? text : new RegExp(text.source, text.flags)
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden'

  const within = (scope: HTMLElement, { role, name, text, has }: Step): HTMLElement[] => {
    const { queryAllByRole, queryAllByLabelText, queryAllByText } = window.TestingLibraryDom
    const wanted = matcher(name)
    const found =
      role !== undefined
        ? queryAllByRole(scope, role, wanted === undefined ? {} : { name: wanted })
        : wanted !== undefined
          ? queryAllByLabelText(scope, wanted)
          : queryAllByText(scope, matcher(text) ?? '')
    return found.filter((element) => has === undefined || element.textContent?.includes(has))
  }
  const find = (steps: readonly Step[], isWanted = isShown) => {
    let scopes: HTMLElement[] = document.body ? [document.body] : []
    for (const step of steps) {
      const found = [...new Set(scopes.flatMap((scope) => within(scope, step)))]
      scopes = found.filter(step === steps.at(-1) ? isWanted : isShown)
    }
    return scopes
  }

  let marks = 0
  const mark = (element: Element) => {
    marks += 1
    element.setAttribute('data-found', String(marks))
    return `[data-found="${marks}"]`
  }
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  /** A field may be drawn by its label alone. */
  const target = (element: HTMLElement): HTMLElement => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    const { width, height, opacity } = getComputedStyle(element)
    const isDrawn = Number.parseFloat(width) > 1 && Number.parseFloat(height) > 1 && opacity !== '0'
    return label && !isDrawn ? label : element
  }

  const ready = async (steps: readonly Step[]): Promise<Readiness> => {
    const [element] = find(steps)
    if (!element) return { wait: 'is not there' }
    if (element.matches(':disabled, [aria-disabled="true"]')) return { wait: 'is disabled' }
    const pressed = target(element)
    pressed.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const isMoved = ({ playState, effect }: Animation) =>
      playState === 'running' && effect instanceof KeyframeEffect && effect.target?.contains(pressed)
    if (document.getAnimations().some(isMoved)) return { wait: 'moves' }
    const before = pressed.getBoundingClientRect()
    await frame()
    const after = pressed.getBoundingClientRect()
    if (before.top !== after.top || before.left !== after.left) return { wait: 'moves' }
    // A link may go over two lines, and its middle be beside both.
    const { left, top, width, height } = pressed.getClientRects()[0] ?? after
    const at = { x: left + width / 2, y: top + height / 2 }
    const hit = document.elementFromPoint(at.x, at.y)
    const label = hit?.closest('label')
    if (!hit || !(pressed.contains(hit) || hit.contains(pressed) || (label && label.control === element)))
      return { wait: `is covered by ${hit?.outerHTML.slice(0, 120)}` }
    return { at, mark: mark(element) }
  }

  const errors: string[] = []
  window.addEventListener('error', ({ message }) => errors.push(message))
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(`rejection: ${reason}`))
  const isForFiles = (element: Element) => element.matches('input[type=file]')
  window.finder = {
    find,
    ready,
    errors,
    files: (steps) => {
      const [element] = find(steps, isForFiles)
      return element ? mark(element) : null
    },
  }
}
