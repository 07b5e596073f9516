// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { castControl, castRing } from './cast-ring.ts'

let less = false
beforeEach(() => {
  less = false
  vi.stubGlobal('matchMedia', () => ({ matches: less }))
  document.body.innerHTML = '<form><input><button type="submit">Send</button></form><p tabindex="0"></p>'
})
afterEach(() => vi.unstubAllGlobals())

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const rings = () => document.querySelectorAll('.cast-ring')

it('rings once from the submit button, whether it was pressed or Enter was used', () => {
  for (const focused of ['button', 'input']) {
    find(focused)?.focus()
    expect(castControl()).toBe(find('button'))
  }
  castRing(castControl())
  expect(rings()).toHaveLength(1)
  rings()[0]?.dispatchEvent(new Event('animationend'))
  expect(rings()).toHaveLength(0)
})

it('does not ring without a submit button or with reduced motion', () => {
  find('p')?.focus()
  castRing(castControl())
  less = true
  castRing(find('button'))
  expect(rings()).toHaveLength(0)
})
