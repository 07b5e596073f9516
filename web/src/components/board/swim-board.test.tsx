// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SwimBoard, type SwimBoardProps } from './swim-board.tsx'

afterEach(cleanup)

function Board({ value: first, onChange, ...props }: Partial<SwimBoardProps>) {
  const [value, setValue] = useState(first ?? null)
  return (
    <SwimBoard
      photoUrl="/lake.webp"
      {...props}
      value={value}
      onChange={(square) => {
        setValue(square)
        onChange?.(square)
      }}
    />
  )
}

const cell = (square: number) => screen.getByRole('gridcell', { name: new RegExp(`^${square}\\b`) })
const cells = () => screen.getAllByRole('gridcell')
const selected = () => cells().filter((one) => one.getAttribute('aria-selected') === 'true')
const tabStops = () => cells().filter((one) => one.tabIndex === 0)

describe('the board', () => {
  it('is a grid of ten rows with ten squares, in order', () => {
    render(<Board />)
    const grid = screen.getByRole('grid', { name: 'Squares 1 to 100, choose one' })
    expect(grid.getAttribute('aria-readonly')).toBeNull()
    const rows = within(grid).getAllByRole('row')
    expect(rows.map((row) => within(row).getAllByRole('gridcell').length)).toEqual(Array(10).fill(10))
    expect(cells().map((one) => Number(one.textContent))).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
    expect(selected()).toEqual([])
  })

  it('is one tab stop: the chosen square, else square 1', () => {
    const { unmount } = render(<Board />)
    expect(tabStops()).toEqual([cell(1)])
    unmount()
    render(<Board value={47} />)
    expect(tabStops()).toEqual([cell(47)])
  })

  it('moves focus from the board to its tab stop', () => {
    render(<Board value={47} invalid />)
    document.querySelector<HTMLElement>('[data-invalid="true"]')?.focus()
    expect(document.activeElement).toBe(cell(47))
  })
})

describe('by keyboard', () => {
  it('moves the focus and the tab stop without selecting', async () => {
    const onChange = vi.fn()
    render(<Board value={47} onChange={onChange} />)
    await userEvent.tab()
    for (const [key, square] of [
      ['{ArrowRight}', 48],
      ['{ArrowDown}', 58],
      ['{Home}', 51],
      ['{ArrowLeft}', 51],
      ['{PageUp}', 1],
      ['{Control>}{End}{/Control}', 100],
      ['{Control>}{Home}{/Control}', 1],
      ['36', 36],
    ] as const) {
      await userEvent.keyboard(key)
      expect(document.activeElement).toBe(cell(square))
      expect(tabStops()).toEqual([cell(square)])
    }
    expect(onChange).not.toHaveBeenCalled()
    expect(selected()).toEqual([cell(47)])
  })

  it.each(['{Enter}', ' '])('selects with %j', async (key) => {
    const onChange = vi.fn()
    render(<Board onChange={onChange} />)
    await userEvent.tab()
    await userEvent.keyboard(`{ArrowDown}${key}`)
    expect(onChange.mock.calls).toEqual([[11]])
    expect(selected()).toEqual([cell(11)])
  })

  it('makes the chosen square the tab stop again after the focus left', async () => {
    render(<Board value={47} />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowUp}')
    await userEvent.tab()
    expect(tabStops()).toEqual([cell(47)])
  })
})

describe('by touch', () => {
  it('selects the square that is tapped and shows its number', async () => {
    const { container } = render(<Board />)
    const live = container.querySelector('[aria-live="polite"]')
    expect(live?.textContent).toBe('')
    await userEvent.click(cell(47))
    expect(selected()).toEqual([cell(47)])
    expect(live?.textContent).toBe('Square 47, row 5, column 7, selected')
  })

  it('steps through the squares and stops at the last', async () => {
    const onChange = vi.fn()
    render(<Board value={98} onChange={onChange} />)
    const next = screen.getByRole('button', { name: 'Next square' })
    for (let taps = 0; taps < 3; taps += 1) await userEvent.click(next)
    expect(next.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Previous square' }))
    expect(onChange.mock.calls).toEqual([[99], [100], [99]])
  })

  it('starts at square 1 when no square is chosen', async () => {
    render(<Board />)
    await userEvent.click(screen.getByRole('button', { name: 'Next square' }))
    expect(selected()).toEqual([cell(1)])
  })

  it('zooms in and out', async () => {
    render(<Board value={47} />)
    const zoom = screen.getByRole('button', { name: 'Enlarge the lake' })
    expect(zoom.getAttribute('aria-pressed')).toBe('false')
    await userEvent.click(zoom)
    expect(zoom.getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(zoom)
    expect(zoom.getAttribute('aria-pressed')).toBe('false')
  })
})

describe('a read-only board', () => {
  it('names the winning square and the member’s own, and shows no controls', () => {
    render(<Board readOnly winningSquare={47} ownSquare={55} />)
    expect(screen.getByRole('grid').getAttribute('aria-readonly')).toBe('true')
    expect(cell(47).textContent).toBe('47, winning square')
    expect(cell(55).textContent).toBe('55, your square')
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('can be navigated but not changed', async () => {
    const onChange = vi.fn()
    render(<Board readOnly value={47} onChange={onChange} />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}{Enter} ')
    expect(document.activeElement).toBe(cell(48))
    await userEvent.click(cell(3))
    expect(onChange).not.toHaveBeenCalled()
    expect(selected()).toEqual([cell(47)])
  })
})
