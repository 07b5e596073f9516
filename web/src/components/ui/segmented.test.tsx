// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Segmented } from './segmented.tsx'

afterEach(cleanup)

const OPTIONS = [
  { value: 'all', label: 'All Time' },
  { value: 'month', label: 'This Month' },
  { value: 'week', label: 'This Week' },
] as const

function Tabs({ role }: { role: 'tablist' | 'radiogroup' }) {
  const [value, setValue] = useState<(typeof OPTIONS)[number]['value']>('all')
  return (
    <Segmented label="Time period" role={role} options={OPTIONS} value={value} onChange={setValue} panelId="list" />
  )
}

const selected = () => screen.getAllByRole('tab').filter((tab) => tab.getAttribute('aria-selected') === 'true')

describe('tabs', () => {
  it('are one tab stop, on the selected one', async () => {
    render(<Tabs role="tablist" />)
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'All Time' }))
    await userEvent.tab()
    expect(document.activeElement).toBe(document.body)
  })

  it('move and select with the arrows, wrapping at the ends, and with Home and End', async () => {
    render(<Tabs role="tablist" />)
    await userEvent.tab()
    for (const [key, name] of [
      ['{ArrowRight}', 'This Month'],
      ['{ArrowRight}', 'This Week'],
      ['{ArrowRight}', 'All Time'],
      ['{ArrowLeft}', 'This Week'],
      ['{Home}', 'All Time'],
      ['{End}', 'This Week'],
    ] as const) {
      await userEvent.keyboard(key)
      expect(document.activeElement).toBe(screen.getByRole('tab', { name }))
      expect(selected()).toEqual([document.activeElement])
    }
  })

  it('select on a click and name the panel that they control', async () => {
    render(<Tabs role="tablist" />)
    await userEvent.click(screen.getByRole('tab', { name: 'This Month' }))
    expect(selected().map((tab) => tab.textContent)).toEqual(['This Month'])
    expect(selected()[0]?.getAttribute('aria-controls')).toBe('list')
  })
})

describe('radios', () => {
  it('are checked instead of selected', async () => {
    render(<Tabs role="radiogroup" />)
    await userEvent.click(screen.getByRole('radio', { name: 'This Week' }))
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-checked'))).toEqual([
      'false',
      'false',
      'true',
    ])
    expect(screen.getByRole('radiogroup', { name: 'Time period' })).toBeTruthy()
  })
})
