import { expect, it } from 'vitest'
import { embedOf } from './embed-address.ts'

const host = 'club.example'

it.each([
  ['youtube', 'dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['vimeo', '76979871', 'https://player.vimeo.com/video/76979871'],
  ['twitch', 'channel:old_gregor', 'https://player.twitch.tv/?channel=old_gregor&parent=club.example'],
  ['twitch', 'video:12345', 'https://player.twitch.tv/?video=12345&parent=club.example'],
  [
    'facebook',
    '10153231379946729',
    'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fwatch%2F%3Fv%3D10153231379946729',
  ],
])('builds the player of %s from the id %s', (provider, id, start) => {
  expect(embedOf(provider, id, host)?.address).toContain(start)
})

it.each([
  ['youtube', 'dQw4w9WgXcQ/../evil'],
  ['vimeo', '1?x=<script>'],
  ['twitch', 'channel:a&parent=evil'],
  ['facebook', 'https://evil.example'],
  ['javascript', 'alert(1)'],
  ['', ''],
])('builds nothing from %s and %s', (provider, id) => {
  expect(embedOf(provider, id, host)).toBeUndefined()
})
