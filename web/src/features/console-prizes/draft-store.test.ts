// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { keepPackageDraft, readPackageDraft } from './draft-store.ts'
import { emptyItem, emptyPackage } from './package-draft.ts'

beforeEach(() => sessionStorage.clear())

describe('a kept package', () => {
  it('comes back under the same id, for the same admin only', () => {
    const draft = { ...emptyPackage(), name: 'Box', items: [{ ...emptyItem(), title: 'Net', quantity: '3' }] }
    keepPackageDraft('tom', draft)
    expect(readPackageDraft('tom')).toMatchObject({
      id: draft.id,
      name: 'Box',
      items: [{ title: 'Net', quantity: '3' }],
    })
    expect(readPackageDraft('ivy').name).toBe('')
    keepPackageDraft('tom', undefined)
    expect(readPackageDraft('tom').name).toBe('')
  })

  it.each(['nonsense', '[]', 'null', '{"id":3}', '{"id":"a","items":"b"}'])(
    'of the wrong shape %s is empty',
    (stored) => {
      sessionStorage.setItem('bankside-package-draft-tom', stored)
      expect(readPackageDraft('tom')).toMatchObject({ name: '', items: [{ title: '' }] })
    },
  )

  it('has always an item, of a known type', () => {
    sessionStorage.setItem('bankside-package-draft-tom', '{"id":"a","name":"Box","items":[]}')
    expect(readPackageDraft('tom')).toMatchObject({ id: 'a', name: 'Box', items: [{ title: '' }] })
    sessionStorage.setItem('bankside-package-draft-tom', '{"id":"a","items":[{"type":"gold","title":7},3]}')
    expect(readPackageDraft('tom').items).toMatchObject([{ type: 'points', title: '' }])
  })
})
