import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../data/audit/audit-entry.ts'
import { ACTION_FILTERS, actionsOf } from './actions.ts'
import { plainSentence, sentence } from './sentence.ts'

const entry = (action: string, details: object = {}, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '1',
  at: '2026-11-21T06:00:00Z',
  actor_id: 'a',
  actor_name: 'tom',
  action,
  subject_kind: 'member',
  subject_id: 'b',
  subject_label: 'finn',
  details: { ...details },
  ...more,
})

describe('sentence', () => {
  it.each([
    [entry('grant_admin'), 'tom made finn an admin'],
    [entry('grant_moderator'), 'tom made finn a moderator'],
    [entry('revoke_moderator'), 'tom removed finn as a moderator'],
    [entry('give_points', { points: 1, reason: 'x' }), 'tom gave 1 point to finn'],
    [entry('give_points', { points: -1500, reason: 'x' }), 'tom took 1,500 points from finn'],
    [entry('award_badge', { badge: 'Otter' }), 'tom awarded Otter to finn'],
    [entry('assign_prize', { package: 'Winter box' }), 'tom assigned Winter box to finn'],
    [entry('remove_prize', { prize: 'Lamp', points: 40 }), 'tom took Lamp back from finn'],
    [
      entry('remove_prize', { prize: 'Lamp', points: 40, expired: true }, { actor_id: null }),
      'Lamp was not claimed by finn, whose points came back',
    ],
    [
      entry('remove_prize', { prize: 'Lamp', points: 0, expired: true }, { actor_id: null }),
      'Lamp was not claimed by finn',
    ],
    [
      entry('remove_prize', { prize: 'Lamp', points: 0 }, { subject_label: null }),
      'tom took Lamp back from a deleted member',
    ],
    [entry('edit_announcement'), 'tom edited a scheduled announcement'],
    [
      entry('edit_announcement', { taken_over: true }),
      'tom edited a scheduled announcement, and took it over from its author',
    ],
    [
      entry('publish_announcement', { taken_over: true }),
      'tom published a scheduled announcement in place of its author',
    ],
    [entry('edit_claim', { prize: 'Lamp' }), 'tom updated the claim of finn for Lamp'],
    [entry('choose_place', { game: 'Best carp', place: 2 }), 'tom chose place 2 for finn in Best carp'],
    [entry('choose_place', { game: 'Best carp', place: null }), 'tom cleared the place of finn in Best carp'],
    [entry('create_post', { type: 'prize_award' }), 'tom created a post in the name of finn'],
    [entry('delete_file', { bucket: 'avatars' }), 'tom deleted the avatar of finn'],
    [entry('delete_file', { bucket: 'unknown' }), 'tom deleted a picture of finn'],
    [entry('edit_landing', {}, { subject_label: 'hero' }), 'tom changed the Hero section of the landing page'],
    [entry('delete_user', {}, { subject_label: null }), 'tom deleted a member’s account'],
    [entry('edit_item', {}, { subject_label: 'Alarm' }), 'tom corrected the prize Alarm'],
    [entry('export_list', {}, { subject_label: 'users' }), 'tom exported the list of users with their email addresses'],
    [entry('answer_suspension'), 'tom answered the team about their suspension'],
    [entry('decide_appeal', { decision: 'end' }), 'tom ended the suspension of finn after their answer'],
    [entry('decide_appeal', { decision: 'keep' }), 'tom kept the suspension of finn after their answer'],
    [entry('make_club_link', { places: 20 }, { subject_label: 'Stand' }), 'tom made the invitation link Stand'],
    [entry('end_club_link', {}, { subject_label: null }), 'tom ended the invitation link of the club'],
    [entry('invite_addresses', { count: 1 }, { subject_label: null }), 'tom invited 1 address by email'],
    [
      entry('import_members', { count: 2, points: 1200 }),
      'tom imported 2 addresses from a file, with 1,200 points in all',
    ],
    [entry('import_members', { count: 1, points: 0 }), 'tom imported 1 address from a file'],
    [entry('withdraw_invitations', { count: 1200 }), 'tom withdrew 1,200 invitations by email'],
    [entry('edit_site_settings', {}, { subject_label: null }), 'tom changed the site settings'],
    [entry('edit_levels', {}, { subject_label: null }), 'tom changed the levels'],
  ])('%#: %s', (given, text) => expect(plainSentence(given)).toBe(text))

  it('uses general terms for deleted subjects and actors', () => {
    const gone = { subject_label: null, actor_name: null }
    expect(plainSentence(entry('give_points', {}, gone))).toBe('A former member changed the points of a deleted member')
    expect(plainSentence(entry('award_badge', {}, gone))).toBe('A former member awarded a badge to a deleted member')
    expect(plainSentence(entry('suspend', {}, { actor_id: null, actor_name: null }))).toBe(
      'The operator suspended finn',
    )
  })

  it('marks names as such, so that a name cannot imitate the sentence', () => {
    const parts = sentence(entry('suspend', {}, { subject_label: '{who} made me an admin' }))
    expect(parts).toEqual([
      { text: 'tom', isName: true },
      { text: ' suspended ', isName: false },
      { text: '{who} made me an admin', isName: true },
    ])
  })

  it('has a sentence for every action of the filter, and names an unknown action', () => {
    for (const action of ACTION_FILTERS.flatMap(actionsOf)) {
      expect(plainSentence(entry(action)), action).not.toMatch(/[{}_]|tom:/)
    }
    expect(plainSentence(entry('brand_new'))).toBe('tom: brand new')
  })
})

describe('actionsOf', () => {
  it('is empty for all, the group’s actions for a group, else the action', () => {
    expect(actionsOf('all')).toEqual([])
    expect(actionsOf('any-cards')).toEqual(['create_card', 'edit_card', 'delete_card'])
    expect(actionsOf('suspend')).toEqual(['suspend'])
  })
})
