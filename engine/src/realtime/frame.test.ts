import { describe, expect, it } from 'vitest'
import { decodeBinary, decodeText, encodeBroadcast, encodeFrame } from './frame.ts'

const message = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { config: {} } }

describe('text frames', () => {
  it('are arrays in version 2 and objects in version 1', () => {
    const { payload, ...head } = message
    const [two, one] = [encodeFrame(2, head, JSON.stringify(payload)), encodeFrame(1, head, JSON.stringify(payload))]
    expect(JSON.parse(two)).toEqual(['1', '2', 'realtime:a', 'phx_join', { config: {} }])
    expect(JSON.parse(one)).toEqual({
      topic: 'realtime:a',
      event: 'phx_join',
      payload: { config: {} },
      ref: '2',
      join_ref: '1',
    })
    expect([decodeText(two, 2), decodeText(one, 1)]).toEqual([message, message])
    expect([decodeText(two, 1), decodeText(one, 2)]).toEqual([undefined, undefined])
  })

  it.each(['', 'hello', '[]', '{}', 'null', '[1,2,"t","e",{}]', '["1","2","t","e",[]]', '["1","2",3,"e",{}]'])(
    'of another shape are none: %s',
    (text) => {
      expect(decodeText(text, 2)).toBeUndefined()
    },
  )
})

describe('binary frames', () => {
  const broadcast = (topicLength: number, encoding = 1, body = '{"a":1}') =>
    Buffer.concat([Buffer.from([3, 1, 2, topicLength, 1, 2, encoding]), Buffer.from(`712realtime:ax{}${body}`)])

  it('are broadcasts of JSON or of bytes', () => {
    const head = { joinRef: '7', ref: '12', topic: 'realtime:a', event: 'broadcast' }
    expect(decodeBinary(broadcast(10))).toEqual({
      ...head,
      payload: { type: 'broadcast', event: 'x', payload: { a: 1 } },
    })
    expect(decodeBinary(broadcast(10, 0, 'eel'))).toEqual({
      ...head,
      payload: { type: 'broadcast', event: 'x', payload: Buffer.from('eel') },
    })
    expect(decodeBinary(broadcast(10, 1, 'no JSON'))).toBeUndefined()
  })

  it('carry bytes to clients after the names', () => {
    const bytes = encodeBroadcast('realtime:ä', 'bite', Buffer.from([0, 255])) ?? Buffer.alloc(0)
    expect([...bytes.subarray(0, 5)]).toEqual([4, 11, 4, 0, 0])
    expect(bytes.toString('utf8', 5, 20)).toBe('realtime:äbite')
    expect([...bytes.subarray(20)]).toEqual([0, 255])
  })

  it('carry the text about the message before its bytes, and no name of more than 255 bytes', () => {
    const bytes = encodeBroadcast('a', 'b', Buffer.from([7]), '{"id":1}') ?? Buffer.alloc(0)
    expect([...bytes.subarray(0, 5)]).toEqual([4, 1, 1, 8, 0])
    expect([bytes.toString('utf8', 5, 15), bytes[15]]).toEqual(['ab{"id":1}', 7])
    expect(encodeBroadcast('a'.repeat(256), 'b', Buffer.from([7]))).toBeUndefined()
  })

  it('that end too soon or are of another kind are none', () => {
    expect([decodeBinary(broadcast(200)), decodeBinary(Buffer.from([0, 1])), decodeBinary(Buffer.alloc(0))]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
