// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useMoves } from './use-moves.ts'

const animate = vi.fn()
let calm = false

beforeEach(() => {
  calm = false
  animate.mockReset()
  Element.prototype.animate = animate
  vi.stubGlobal('matchMedia', () => ({ matches: calm }))
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 50
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function List({ of = 'all', names }: { of?: string; names: string[] }) {
  const list = useRef<HTMLUListElement>(null)
  useMoves(list, of, names)
  return (
    <ul ref={list}>
      {names.map((name) => (
        <li key={name} data-moves={name} />
      ))}
    </ul>
  )
}

it('moves the rows that changed places, and no others', () => {
  const { rerender } = render(<List names={['a', 'b', 'c']} />)
  rerender(<List names={['b', 'a', 'c']} />)
  expect(animate.mock.calls.map(([[from]]) => from.transform)).toEqual(['translateY(50px)', 'translateY(-50px)'])
})

it('moves nothing from one subject to another, nor with reduced motion', () => {
  const { rerender } = render(<List names={['a', 'b']} />)
  rerender(<List of="week" names={['b', 'a']} />)
  calm = true
  rerender(<List of="week" names={['a', 'b']} />)
  expect(animate).not.toHaveBeenCalled()
})
