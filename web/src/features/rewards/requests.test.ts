// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetRequest, requestOf } from './requests.ts'

beforeEach(() => sessionStorage.clear())

describe('the request for a reward', () => {
  it('is the same until it has been answered, also after a reload', async () => {
    const request = requestOf('tom', 'net')
    expect(requestOf('tom', 'net')).toBe(request)
    vi.resetModules()
    const reloaded = await import('./requests.ts')
    expect(reloaded.requestOf('tom', 'net')).toBe(request)
    forgetRequest('tom', 'net')
    expect(requestOf('tom', 'net')).not.toBe(request)
  })

  it('is another one for another member and another reward', () => {
    const all = [requestOf('tom', 'net'), requestOf('ivy', 'net'), requestOf('tom', 'bag')]
    expect(new Set(all).size).toBe(3)
  })

  it('is not read from what is no ID', () => {
    sessionStorage.setItem('bankside-words-tom-reward-net', '"; drop"')
    expect(requestOf('tom', 'net')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('stays the same on the page where storage is forbidden', () => {
    const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('forbidden')
    })
    const request = requestOf('tom', 'net')
    expect(requestOf('tom', 'net')).toBe(request)
    forgetRequest('tom', 'net')
    expect(requestOf('tom', 'net')).not.toBe(request)
    set.mockRestore()
  })
})
