import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'

// Sheets, menus and photos are layers over the page. Each has an entry in the browser's history, so that Back closes the
// topmost one and stays on the page. Only this module adds and removes those entries. The state of such an entry holds
// `layer`, its number from 1; the entry of the page itself, below them, has none.

/** Callbacks that ask each open layer to close, the topmost last. A layer with unsaved text may stay open. */
const layers: (() => void)[] = []
/** `idx` of the page below the layers' entries; unknown after the router has moved to another page. */
let page: number | undefined
/** The state and address that the router last saw. All entries of one page have the same. */
let current: { state: unknown; url: string }
let arrival: ReturnType<typeof setTimeout> | undefined
/** Navigations requested before `history.go` has finished. */
const waiting: (() => void)[] = []

const ARRIVES_MS = 1000

/**
 * Puts a layer over the page and gives it an entry in the history.
 * @param back called when Back leaves that entry. A layer that stays open then gets a new entry.
 * @returns a function that removes the layer, and its entry if it still exists.
 */
export function openLayer(back: () => void): () => void {
  layers.push(back)
  follow()
  return () => {
    layers.splice(layers.indexOf(back), 1)
    // Not at once: the next layer, or the next page, may take over the entry.
    setTimeout(follow)
  }
}

/**
 * The browser's history for the router. A link inside a layer replaces the layer's entry, and a redirect inside a layer
 * replaces the page's entry too. If a reload or Forward leads to an entry without its layer, the page moves away from
 * it.
 */
export function createLayeredHistory() {
  const history = createBrowserHistory({ window, v5Compat: true })
  const { push, replace } = history
  history.push = (to, state) =>
    afterArrival(() => {
      if (here().layer > 0) replace(to, state)
      else push(to, state)
      page = undefined
      see()
    })
  history.replace = (to, state) =>
    afterArrival(() => {
      const { layer } = here()
      replace(to, state)
      if (layer > 0) window.history.replaceState({ ...window.history.state, layer }, '')
      see()
    })
  // Runs before the router's own listener, which must not see moves within a page.
  window.addEventListener('popstate', onPop, { capture: true })
  see()
  setTimeout(follow)
  return history
}

function here(): { idx: number; layer: number } {
  const { idx, layer } = window.history.state ?? {}
  return { idx: idx ?? 0, layer: layer ?? 0 }
}

function see() {
  current = { state: window.history.state, url: window.location.href }
}

function afterArrival(navigate: () => void) {
  if (arrival === undefined) navigate()
  else waiting.push(navigate)
}

/** Adds or removes entries until there are as many as layers. */
function follow() {
  const { idx, layer } = here()
  const missing = layers.length - layer
  if (arrival !== undefined || missing === 0) return
  page = idx - layer
  if (missing < 0) {
    // No `popstate` follows if the browser has lost the entry below; then the timer ends the wait.
    arrival = setTimeout(arrive, ARRIVES_MS)
    window.history.go(missing)
  }
  for (let next = 1; next <= missing; next += 1) {
    window.history.pushState({ ...window.history.state, idx: idx + next, layer: layer + next }, '')
  }
}

function arrive() {
  clearTimeout(arrival)
  arrival = undefined
  for (const navigate of waiting.splice(0)) navigate()
}

function onPop(event: PopStateEvent) {
  const own = arrival !== undefined
  const { idx, layer } = here()
  const samePage = idx - layer === page
  if (samePage) {
    event.stopImmediatePropagation()
    window.history.replaceState({ ...Object(current.state), idx, layer }, '', current.url)
    if (!own) for (const back of layers.slice(layer).reverse()) back()
  } else {
    page = undefined
    see()
  }
  arrive()
  // Layers of the page being left are about to close; an entry for them would delete the entries that Forward leads to.
  if (samePage || layers.length === 0) setTimeout(follow)
}
