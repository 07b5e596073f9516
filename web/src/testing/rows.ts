import type { OwnProfile } from '../data/profile/own-profile-query.ts'
import type { UserRow } from '../data/users/user-row.ts'

/** A member's own profile. A new column is added here once, for the tests of all forms. */
export const profileRow = (change: Partial<OwnProfile> = {}): OwnProfile => ({
  id: '7c1e',
  username: 'Tom_Withy',
  bio: 'Overnighters after work.',
  avatar_url: '',
  fishing_photos: [],
  weight_value: 34.5,
  weight_unit: 'lbs',
  weight_from: 'typed',
  fishing_area: '',
  level: 'Bank Walker',
  badges: [],
  ...change,
})

/** An account as the console lists it. */
export const userRow = (change: Partial<UserRow> = {}): UserRow => ({
  id: '5f8a0d3e-2f62-4f35-9d3b-0e7a3b9a7c11',
  username: 'Dan',
  auth_email: 'dan@carpmail.test',
  is_admin: false,
  is_moderator: false,
  is_suspended: false,
  created_at: '2026-01-01T00:00:00Z',
  avatar_url: '',
  points: 0,
  suspended_until: null,
  joined_on: null,
  ...change,
})
