// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { importRows } from '../import-rows.ts'
import { tableOf } from '../read-table.ts'
import { useImport } from '../use-import.ts'
import { ChooseColumns } from './choose-columns.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportRowList } from './import-row-list.tsx'

afterEach(cleanup)

const TABLE = tableOf('Email,Name,Joined\nivy@carp.test,"Reeds, Ivy",2019-05-31\nmo@carp.test,Mo,1.13.2019')
const ROWS = importRows(TABLE, { address: 0, name: 1, joined: 2, points: undefined }, '2026-11-22')
const CHOSEN = { address: '0', name: '1', joined: '2', points: '' }

function Preview() {
  const members = useImport()
  const state = { step: 'preview', table: TABLE, chosen: CHOSEN, rows: ROWS } as const
  return (
    <>
      <ImportPreview members={members} state={state} />
      <ImportRowList rows={ROWS} />
    </>
  )
}

function Columns() {
  return <ChooseColumns members={useImport()} state={{ step: 'columns', table: TABLE, chosen: CHOSEN }} />
}

it('promises no more than the page knows', async () => {
  renderPage(<Preview />)
  await userEvent.click(screen.getByRole('button', { name: 'Send up to 1 invitation' }))
  expect(screen.getByText('Send up to 1 invitation?')).toBeTruthy()
  expect(screen.getByText(/members, or were invited in the last 30 days, get no email\./)).toBeTruthy()
})

it('says in its row why one is refused, and shows the name that is sent', () => {
  renderPage(<Preview />)
  const [, refused, ivy] = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(refused).toContain('Wrong date')
  expect(refused).toContain('Mo, joined “1.13.2019”')
  expect(refused).toContain('Not a date from 1900 until today')
  expect(ivy).toContain('Ivy Reeds, joined')
})

it('says that some names are left out', () => {
  renderPage(<Columns />)
  expect(screen.getByText(/Names that cannot be usernames are left out\./)).toBeTruthy()
})
