import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { wordmarkPath } from './wordmark-path.ts'

const PLACE = '<!--first-paint-->'
const WORDMARK = '<!--wordmark-->'
const mark = readFileSync(new URL('../public/mark.svg', import.meta.url), 'utf8').trim()

/**
 * Writes the bar with the logo into the page itself, as `components/layout/top-bar.tsx` renders it: on a slow line it
 * appears seconds before the app, which then replaces it. Pages without a bar hide it (`styles/first-paint.css`). Mark and
 * lettering are in the page once, for this bar and for the app's.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        for (const place of [PLACE, WORDMARK])
          if (!html.includes(place)) throw new Error(`first-paint: index.html has no ${place}`)
        return html.replace(PLACE, () => bar()).replace(WORDMARK, () => wordmark())
      },
    },
  }
}

function bar(): string {
  const tile = '<svg class="brand-mark" viewBox="0 0 48 48"><use href="#mark"/></svg>'
  const word = '<svg class="brand-word" viewBox="7.5 -192.5 1157.75 196.25"><use href="#wordmark"/></svg>'
  return `<div class="topbar first-paint" aria-hidden="true"><div class="topbar-inner"><span class="brand">${tile}${word}</span></div></div>`
}

function wordmark(): string {
  return (
    `<svg class="visually-hidden" aria-hidden="true"><g id="mark">${drawingOf(mark)}</g><g id="wordmark"><path d="${wordmarkPath}" fill="currentColor"/>` +
    '<rect x="806" y="-198" width="36" height="54" rx="18" fill="#FA5F1C"/></g></svg>'
  )
}

/** What is inside of an SVG file. */
const drawingOf = (file: string) => file.replace(/^<svg[^>]*>|<\/svg>$/g, '')
