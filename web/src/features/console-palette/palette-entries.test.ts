import { describe, expect, it } from 'vitest'
import { matching, type PaletteEntry, partsOf } from './palette-entries.ts'

const Icon = () => null
const entries = (...labels: string[]): PaletteEntry[] => labels.map((label) => ({ label, to: '/', Icon }))
const labels = (found: PaletteEntry[]) => found.map(({ label }) => label)

describe('the entries of a text', () => {
  it('contain it in either case, and those that begin with it come first', () => {
    expect(labels(matching(entries('Scorecard', 'Cards', 'Claims', 'Card table'), 'cARD'))).toEqual([
      'Cards',
      'Card table',
      'Scorecard',
    ])
  })

  it('are five at most', () => {
    expect(matching(entries('a1', 'a2', 'a3', 'a4', 'a5', 'a6'), 'a')).toHaveLength(5)
  })
})

describe('the parts of a name', () => {
  it.each([
    ['mirrorcarp_mo', 'CARP', ['mirror', 'carp', '_mo']],
    ['Cards', '', ['Cards', '', '']],
    ['Cards', 'x', ['Cards', '', '']],
    ['İzmir carp', 'carp', ['İzmir carp', '', '']],
  ])('%s by %s', (label, text, parts) => {
    expect(partsOf(label, text)).toEqual(parts)
  })
})
