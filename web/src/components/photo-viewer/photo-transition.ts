import { flushSync } from 'react-dom'

const NAME = 'viewed-photo'
// The page is frozen while a transition waits for its second picture.
const WAIT_MS = 300
const STEP_MS = 16

type Picture = HTMLElement | null | undefined

/**
 * Changes the page; where the browser has view transitions and motion is wanted, a picture moves from its place before
 * the change to its place after it.
 * @param to finds the picture after the change; it may take a moment to appear.
 */
export function movePhoto(from: Picture, change: () => void, to: () => Picture): void {
  if (!document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    change()
    return
  }
  let target: Picture
  // Only the photo is part of the transition: the page would not react to taps during one.
  const root = document.documentElement
  mark(root, 'none')
  mark(from, NAME)
  const { finished, ready } = document.startViewTransition(async () => {
    flushSync(change)
    mark(from, '')
    target = await shown(to)
    mark(target, NAME)
  })
  // A transition that is skipped has still changed the page.
  ready.catch(() => {})
  finished
    .finally(() => {
      mark(target, '')
      mark(root, '')
    })
    .catch(() => {})
}

function mark(picture: Picture, name: string): void {
  picture?.style.setProperty('view-transition-name', name)
}

/** The picture, after a moment in which it may load; without one, the page fades. */
async function shown(find: () => Picture): Promise<Picture> {
  const until = performance.now() + WAIT_MS
  while (performance.now() < until) {
    const picture = find()
    if (picture && (!(picture instanceof HTMLImageElement) || picture.complete)) return picture
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
  return find()
}
