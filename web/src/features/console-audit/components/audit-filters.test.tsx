// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useSearchParams } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { useChosen } from '../use-chosen.ts'
import { AuditFilters } from './audit-filters.tsx'

afterEach(cleanup)

const TOM = { id: '6cb7e6a2-6d5c-4b44-9a6d-2f1c2f4f9d55', username: 'Tom' }

function Filters() {
  const [params, setParams] = useSearchParams()
  const { actor, from, to, choose, clear } = useChosen()
  return (
    <>
      <AuditFilters
        search=""
        onSearch={() => {}}
        filter="all"
        onFilter={() => {}}
        actors={[TOM]}
        actor={actor}
        from={from}
        to={to}
        onChoose={choose}
      />
      <button type="button" onClick={() => setParams({ page: '3', from: '2026-02-30', actor: 'x', sort: 'at' })}>
        Follow a link
      </button>
      <button type="button" onClick={clear}>
        Clear all
      </button>
      <output>{params.toString()}</output>
    </>
  )
}
const address = () => screen.getByRole('status').textContent
const clearButtons = () =>
  screen.queryAllByRole('button', { name: /^Clear (?!all)/ }).map((button) => button.getAttribute('aria-label'))

it('a chip that is set can be cleared, and each change shows the first page', () => {
  renderPage(<Filters />)
  expect(clearButtons()).toEqual([])
  fireEvent.change(screen.getByLabelText('Team'), { target: { value: TOM.id } })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } })
  expect(address()).toBe(`actor=${TOM.id}&from=2026-11-01`)
  expect(screen.getByLabelText('To').getAttribute('min')).toBe('2026-11-01')
  expect(clearButtons()).toEqual(['Clear team', 'Clear from'])
  fireEvent.click(screen.getByRole('button', { name: 'Clear team' }))
  expect(address()).toBe('from=2026-11-01')
})

it('what an address has that is no day or admin is not chosen, and clearing keeps the order', () => {
  renderPage(<Filters />)
  fireEvent.click(screen.getByText('Follow a link'))
  expect(clearButtons()).toEqual([])
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-02' } })
  expect(address()).toBe('from=2026-02-30&actor=x&sort=at&to=2026-11-02')
  fireEvent.click(screen.getByText('Clear all'))
  expect(address()).toBe('sort=at')
})
