import { expect, it } from 'vitest'
import { ownPicture, pictureFault } from './picture-address.ts'

const OWN = '/storage/v1/object/public/games-images/7c1e/1.webp'

it.each([null, '', '/art/lake.svg', OWN, `https://old.club.example${OWN}`])('%s may be saved', (address) => {
  expect(pictureFault(address)).toBeUndefined()
  expect(ownPicture(address)).toBe(address || null)
})

it.each([
  ['javascript:alert(1)', 'Invalid image URL'],
  ['data:image/png;base64,AAAA', 'Invalid image URL'],
  ['//evil.example/a.png', 'Invalid image URL'],
  ['carp', 'Invalid image URL'],
  ['https://photos.example/carp.jpg', 'Fetch the picture first, or upload one'],
  [`https://photos.example/?x=${OWN}`, 'Fetch the picture first, or upload one'],
  [`https://photos.example/${'x'.repeat(2048)}`, 'Use 2048 characters at most'],
])('%s may not, and is not shown: %s', (address, fault) => {
  expect(pictureFault(address)).toBe(fault)
  expect(ownPicture(address)).toBeNull()
})
