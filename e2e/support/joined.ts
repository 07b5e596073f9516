import type { Page } from '@playwright/test'

/**
 * Resolves when the page at this path has joined a live topic. Call it before the page is opened: on a busy machine the
 * socket may open before the navigation is reported.
 */
export function whenJoined(page: Page, topic: string, path: string): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      // A previous page has its own socket.
      if (new URL(page.url()).pathname !== path) return
      socket.on('framereceived', ({ payload }) => {
        const text = String(payload)
        if (text.includes(`"realtime:${topic}"`) && text.includes('phx_reply') && text.includes('"ok"')) resolve()
      })
    })
  })
}

/**
 * Listens to the sockets of a page. Call it before the page is opened.
 * @returns a function that resolves when the next message with this text arrives.
 */
export function hearing(page: Page): (text: string) => Promise<void> {
  const listeners = new Set<(payload: string) => void>()
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      for (const listener of listeners) listener(String(payload))
    })
  })
  return (text) =>
    new Promise((resolve) => {
      const listener = (payload: string) => {
        if (!payload.includes(text)) return
        listeners.delete(listener)
        resolve()
      }
      listeners.add(listener)
    })
}
