import { beforeEach, describe, expect, it, vi } from 'vitest'
import { knownConfig, type RuntimeConfig } from '../../config/runtime-config.ts'

vi.mock('../../config/runtime-config.ts', () => ({ knownConfig: vi.fn() }))
const config = vi.mocked(knownConfig)

let lib: typeof import('./photo-url.ts')
beforeEach(async () => {
  vi.resetModules()
  config.mockReturnValue({ url: 'https://club.example', publishableKey: 'k' } satisfies RuntimeConfig)
  lib = await import('./photo-url.ts')
})

const PATH = 'avatars/7c1e/1790000000000.webp'
const uploaded = `http://127.0.0.1:3000/storage/v1/object/public/${PATH}`
const rendered = `https://club.example/storage/v1/render/image/public/${PATH}`

describe('a photo of the storage service', () => {
  it('is requested from the configured address, at one and two times its size', () => {
    expect(lib.photoSrc(uploaded, { width: 300, height: 200 })).toEqual({
      src: `${rendered}?width=320&height=213&resize=cover`,
      srcSet: `${rendered}?width=320&height=213&resize=cover 1x, ${rendered}?width=640&height=427&resize=cover 2x`,
      original: `https://club.example/storage/v1/object/public/${PATH}`,
    })
  })

  it('keeps its aspect ratio without a height or with fit contain', () => {
    expect(lib.photoSrc(uploaded, { width: 600 }).src).toBe(`${rendered}?width=640&resize=contain`)
    expect(lib.photoSrc(uploaded, { width: 600, height: 10, fit: 'contain' }).src).toBe(
      `${rendered}?width=640&resize=contain`,
    )
  })

  it('has no srcset when one width serves both densities', () => {
    expect(lib.photoSrc(uploaded, { width: 44, height: 44 })).not.toHaveProperty('srcSet')
  })

  it('lists widths for a photo whose width follows the window, up to twice the largest', () => {
    const { srcSet } = lib.photoSrc(uploaded, { width: 640, sized: true })
    expect(srcSet?.match(/\d+w/g)).toEqual(['320w', '480w', '640w', '800w', '960w', '1280w'])
  })

  it('never requests more than the service renders', () => {
    expect(lib.photoSrc(uploaded, { width: 5000 }).src).toContain('width=2048&')
  })

  it('is requested from its own address without settings, and from the site for a path', () => {
    config.mockReturnValue(undefined)
    expect(lib.photoSrc(uploaded, { width: 40 }).original).toBe(uploaded)
    expect(lib.photoSrc(`/storage/v1/object/public/${PATH}`, { width: 40 }).original).toBe(
      `/storage/v1/object/public/${PATH}`,
    )
  })

  it('loses the query of its stored address', () => {
    expect(lib.photoSrc(`${uploaded}?t=1#x`, { width: 40 }).original).toMatch(/\.webp$/)
  })

  it('is requested as the original after three renditions were missing', () => {
    for (let times = 0; times < 3; times++) {
      expect(lib.photoSrc(uploaded, { width: 40 }).src).toContain('/render/')
      lib.noteOriginalOnly()
    }
    expect(lib.photoSrc(uploaded, { width: 40 })).toEqual({
      src: `https://club.example/storage/v1/object/public/${PATH}`,
      original: `https://club.example/storage/v1/object/public/${PATH}`,
    })
  })
})

it.each([
  'https://photos.example/carp.jpg',
  '/art/hero.svg',
  'data:image/png;base64,AAAA',
  'https://evil.example/?x=/storage/v1/object/public/a/b',
  'javascript:/storage/v1/object/public/a/b',
  'https://club.example/storage/v1/object/public/',
])('leaves %s unchanged', (url) => {
  expect(lib.photoSrc(url, { width: 300 })).toEqual({ src: url, original: url })
})
