import { expect, it } from 'vitest'
import { parseEmbedCode } from './embed-code.ts'

const TUBE = 'dQw4w9WgXcQ'

it.each([
  [`https://www.youtube.com/watch?v=${TUBE}`, 'youtube', TUBE],
  [`https://www.youtube.com/watch?app=desktop&v=${TUBE}&t=3s`, 'youtube', TUBE],
  [`https://youtu.be/${TUBE}?si=abc`, 'youtube', TUBE],
  [`https://www.youtube.com/live/${TUBE}`, 'youtube', TUBE],
  [
    `<iframe width="560" height="315" src="https://www.youtube.com/embed/${TUBE}?si=a&amp;b=c" title="YouTube video player" frameborder="0" allow="autoplay; web-share" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>`,
    'youtube',
    TUBE,
  ],
  ['https://vimeo.com/123456789', 'vimeo', '123456789'],
  ["<iframe src='https://player.vimeo.com/video/123456789?h=1'></iframe>", 'vimeo', '123456789'],
  ['https://www.twitch.tv/carp_tv', 'twitch', 'channel:carp_tv'],
  ['https://www.twitch.tv/videos/987654', 'twitch', 'video:987654'],
  ['https://player.twitch.tv/?parent=club.example&channel=carp_tv', 'twitch', 'channel:carp_tv'],
  ['https://www.facebook.com/carpclub/videos/1234567890', 'facebook', '1234567890'],
  [
    '<iframe src="https://www.facebook.com/plugins/video.php?height=314&href=https%3A%2F%2Fwww.facebook.com%2Fcarpclub%2Fvideos%2F123%2F&show_text=false" allowfullscreen="true"></iframe>',
    'facebook',
    '123',
  ],
])('finds the video in %s', (code, provider, videoId) => {
  expect(parseEmbedCode(`  ${code}\n`)).toEqual({ provider, videoId })
})

it.each([
  '',
  'hello',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  `http://www.youtube.com/watch?v=${TUBE}`,
  `//www.youtube.com/embed/${TUBE}`,
  `https://youtube.com.evil.io/watch?v=${TUBE}`,
  `https://evil.io/https://www.youtube.com/watch?v=${TUBE}`,
  `https://www.youtube.com@evil.io/watch?v=${TUBE}`,
  `https://user@www.youtube.com/watch?v=${TUBE}`,
  `https://www.youtube.com:8443/watch?v=${TUBE}`,
  `https://www.youtube.com/watch?v=${TUBE}"><script>`,
  `https://www.youtube.com/watch?v=${TUBE}x`,
  `https://www.youtube.com/redirect?q=https://evil.io&v2=${TUBE}`,
  'https://player.vimeo.com@evil/video/1',
  'https://vimeo.com/abc',
  'https://clips.twitch.tv.evil.io/x',
  `<iframe src="https://www.youtube.com/embed/${TUBE}" onload="alert(1)"></iframe>`,
  `<iframe src="https://www.youtube.com/embed/${TUBE}" ONLOAD=alert(1)></iframe>`,
  `<iframe srcdoc="<script>1</script>" src="https://www.youtube.com/embed/${TUBE}"></iframe>`,
  `<iframe src="https://www.youtube.com/embed/${TUBE}"></iframe><script>alert(1)</script>`,
  `<p><iframe src="https://www.youtube.com/embed/${TUBE}"></iframe></p>`,
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe src="https://evil.io/embed"></iframe>',
  `<object data="https://www.youtube.com/embed/${TUBE}"></object>`,
  `https://www.youtube.com/watch?${'a=b&'.repeat(600)}v=${TUBE}`,
])('finds nothing in %s', (code) => {
  expect(parseEmbedCode(code)).toBeUndefined()
})
