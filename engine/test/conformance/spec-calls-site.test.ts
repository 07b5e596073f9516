import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type MemberArea, openMemberArea } from '../../../supabase/tests/support/member-area.ts'
import { like, ordered, testSpecCalls } from './spec-calls.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const HOUR = 3_600_000
const soon = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

describe('settings and landing', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'referral_settings: read single',
        run: (client) => client.from('referral_settings').select('*').single(),
        not: { guest: 'denied' },
        by: 'member',
        gives: ({ data }) => expect((data as { points_per_referral: number }).points_per_referral).toBeGreaterThan(0),
      },
      {
        call: 'referral_settings: update points_per_referral, updated_at, updated_by',
        run: (client) =>
          client
            .from('referral_settings')
            .update({
              points_per_referral: 75,
              updated_at: new Date().toISOString(),
              updated_by: area.admin.user.id,
            })
            .not('id', 'is', null)
            .select('points_per_referral'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ points_per_referral: 75 }]),
      },
      {
        call: 'site_settings: read single',
        run: (client) => client.from('site_settings').select('*').single(),
        not: {},
        by: 'guest',
        gives: like({ currency_symbol: '$' }),
      },
      {
        call: 'site_settings: update currency_symbol',
        run: (client) =>
          client.from('site_settings').update({ currency_symbol: '£' }).not('id', 'is', null).select('currency_symbol'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ currency_symbol: '£' }]),
      },
      {
        call: 'landing_content: read ordered by section',
        run: (client) => client.from('landing_content').select('*').order('section'),
        not: {},
        by: 'guest',
        gives: ordered('section', 'up'),
      },
      {
        call: 'landing_content: update title, description, image_url, updated_at',
        run: (client) =>
          client
            .from('landing_content')
            .update({
              title: 'Dawn on Withy Lake',
              description: 'Mist and bubbles',
              image_url: null,
              updated_at: new Date().toISOString(),
            })
            .eq('section', 'hero')
            .select('title'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ title: 'Dawn on Withy Lake' }]),
      },
    ],
  )
})

describe('info_cards', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'insert',
        run: (client) =>
          client
            .from('info_cards')
            .insert({
              title: 'Closed season',
              description: 'Until June',
              cta_text: 'Read',
              cta_url: '/games',
              placement: 'home',
              start_date: soon(-1),
              end_date: soon(1),
              is_active: true,
            })
            .select('title')
            .single(),
        not: { guest: 'denied', member: 'denied' },
        by: 'admin',
        gives: like({ title: 'Closed season' }),
      },
      {
        call: 'read by placement, active, within dates',
        run: (client) =>
          client
            .from('info_cards')
            .select('*')
            .eq('placement', 'home')
            .eq('is_active', true)
            .lte('start_date', new Date().toISOString())
            .gte('end_date', new Date().toISOString()),
        not: {},
        by: 'guest',
        gives: like([{ title: 'Closed season' }]),
      },
      {
        call: 'update is_active',
        run: (client) =>
          client.from('info_cards').update({ is_active: false }).eq('title', 'Closed season').select('is_active'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ is_active: false }]),
      },
      {
        call: 'read one that is not active',
        run: (client) => client.from('info_cards').select('title').eq('title', 'Closed season'),
        not: { guest: 'nothing', member: 'nothing' },
        by: 'admin',
        gives: like([{ title: 'Closed season' }]),
      },
      {
        call: 'delete',
        run: (client) => client.from('info_cards').delete().eq('title', 'Closed season').select('title'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ title: 'Closed season' }]),
      },
    ],
  )
})

describe('live_videos', () => {
  const video = {
    title: 'Dawn stream',
    description: 'From the dam wall',
    embed_code: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    scheduled_for: soon(1),
  }
  testSpecCalls(
    () => area,
    [
      {
        call: 'insert',
        run: (client) =>
          client
            .from('live_videos')
            .insert({ ...video, is_active: true })
            .select('title')
            .single(),
        not: { guest: 'denied', member: 'denied' },
        by: 'admin',
        gives: like({ title: 'Dawn stream' }),
      },
      {
        call: 'read active, limit 1',
        run: (client) => client.from('live_videos').select('*').eq('is_active', true).limit(1),
        not: { guest: 'denied' },
        by: 'member',
        gives: like([{ title: 'Dawn stream', is_active: true }]),
      },
      {
        call: 'update',
        run: (client) =>
          client
            .from('live_videos')
            .update({ title: 'Dusk stream', is_active: false, updated_at: new Date().toISOString() })
            .eq('title', 'Dawn stream')
            .select('title, is_active'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ title: 'Dusk stream', is_active: false }]),
      },
      {
        call: 'read all',
        run: (client) => client.from('live_videos').select('*').order('scheduled_for'),
        not: { guest: 'denied' },
        by: 'admin',
        gives: like([{ title: 'Dusk stream' }]),
      },
      {
        call: 'delete',
        run: (client) => client.from('live_videos').delete().eq('title', 'Dusk stream').select('title'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ title: 'Dusk stream' }]),
      },
    ],
  )
})
