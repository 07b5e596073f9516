import { describe, expect, it } from 'vitest'
import { createRouter } from './router.ts'

const routes = [
  { method: 'GET', path: '/things/:id' },
  { method: 'PUT', path: '/things/:id' },
  { method: 'GET', path: '/things/new' },
  { method: 'GET', path: '/files/:folder([^/]+)/*' },
] as const

const find = (method: string, path: string, encoded: boolean) => {
  const found = createRouter(routes, { maxParamLength: 20, encoded }).find(method, path)
  return found && [found.route.path, { ...found.params }]
}

describe('a router', () => {
  it('prefers the more specific path, and lists the methods of a path', () => {
    expect(find('GET', '/things/new', false)).toEqual(['/things/new', {}])
    expect(find('GET', '/things/1', false)).toEqual(['/things/:id', { id: '1' }])
    expect(find('DELETE', '/things/1', false)).toBeUndefined()
    expect(find('GET', `/things/${'1'.repeat(21)}`, false)).toBeUndefined()
    const router = createRouter(routes, { maxParamLength: 20 })
    expect([router.methodsOf('/things/1'), router.methodsOf('/none')]).toEqual([['GET', 'PUT'], []])
  })

  it('decodes a path once', () => {
    expect(find('GET', '/things/a%20b%2Fc%2525', false)).toEqual(['/things/:id', { id: 'a b/c%25' }])
    expect(find('GET', '/things/%', false)).toBeUndefined()
  })

  it('passes a path on as sent when the service decodes it itself', () => {
    for (const rest of ['a%2Fb', 'a//b/', '%', '%2525', 'a#b?c;d', ''])
      expect(find('GET', `/files/x%20y/${rest}`, true)).toEqual([
        '/files/:folder([^/]+)/*',
        { folder: 'x%20y', '*': rest },
      ])
    expect(find('GET', '/thing%73/new', true)).toBeUndefined()
    expect(find('GET', '/files//b', true)).toBeUndefined()
  })
})
