import { expect, it } from 'vitest'
import { userRow } from '../../testing/rows.ts'
import { leftOutText, planAward, planPoints } from './bulk-plan.ts'

const [ann, bob] = [userRow({ id: 'ann', username: 'Ann' }), userRow({ id: 'bob', username: 'Bob B' })]
const CHOSEN = [
  { id: 'bob', name: 'Bob' },
  { id: 'ann', name: 'Ann' },
  { id: 'cat', name: 'Cat' },
]
const badge = (badgeId: string) => ({ badgeId, name: 'Rod', icon: '', color: '', awardedAt: '' })

it('leaves out those who are no longer members, under the name by which they were selected', () => {
  expect(planPoints(CHOSEN, [ann, bob])).toEqual({ gets: [ann, bob], already: [], gone: [{ id: 'cat', name: 'Cat' }] })
})

it('leaves out those who have the badge, and nobody because of another one', () => {
  const held = { ann: [badge('rod')], bob: [badge('owl')] }
  const plan = planAward(CHOSEN, [ann, bob], held, 'rod')
  expect([plan.gets, plan.already]).toEqual([[bob], [ann]])
  expect(planAward(CHOSEN, [ann, bob], {}, 'rod').gets).toEqual([ann, bob])
})

it('counts in a message who was left out', () => {
  const plan = planAward(CHOSEN, [ann, bob], { ann: [badge('rod')] }, 'rod')
  expect(leftOutText(plan)).toBe(' 1 already had it. 1 is no longer a member.')
  expect(leftOutText({ ...plan, already: [], gone: CHOSEN })).toBe(' 3 are no longer members.')
  expect(leftOutText({ ...plan, already: [], gone: [] })).toBe('')
})
