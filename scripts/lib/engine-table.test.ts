import { describe, expect, it } from 'vitest'
import { engineTable } from './engine-table.mjs'

describe('engineTable', () => {
  it('has a row for each journey, and leaves out what was not tried', () => {
    const results = [
      { journey: 'two engines', project: 'both', passed: true },
      { journey: 'a member', project: 'WebKitGTK', passed: true },
      { journey: 'a member', project: 'Firefox', passed: false },
    ]
    const columns = [
      { name: 'WebKitGTK 2.50', projects: ['WebKitGTK', 'both'] },
      { name: 'as iOS 16.4', projects: ['WebKitGTK as iOS 16.4'] },
      { name: 'Firefox 153', projects: ['Firefox', 'both'] },
    ]
    expect(engineTable(results, columns).split('\n')).toEqual([
      '| journey | WebKitGTK 2.50 | as iOS 16.4 | Firefox 153 |',
      '|---|---|---|---|',
      '| a member | passed |  | failed |',
      '| two engines | passed |  | passed |',
    ])
  })
})
