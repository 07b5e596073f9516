import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/**
 * Sends a local file as the body of a signed PUT, in pieces and with its length, which every S3-compatible store
 * accepts. `fetch` would either hold the file in memory or leave out the length.
 * @returns status and the beginning of the answer's text.
 * @throws when the file cannot be read, the store cannot be reached, or nothing is transferred for `timeoutMs`.
 */
export async function sendFile(
  signed: Request,
  path: string,
  timeoutMs: number,
): Promise<{ status: number; answer: string }> {
  const { size } = await stat(path)
  const open = signed.url.startsWith('https:') ? httpsRequest : httpRequest
  const headers = { ...Object.fromEntries(signed.headers), 'content-length': size }
  const request = open(signed.url, { method: signed.method, headers, timeout: timeoutMs })
  request.on('timeout', () => request.destroy(new Error('the file store does not answer')))
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
  const [response] = await Promise.all([answered, sendBody(request, path, answered)])
  return { status: response.statusCode ?? 0, answer: (await text(response)).slice(0, 300) }
}

async function sendBody(
  request: ReturnType<typeof httpRequest>,
  path: string,
  answered: Promise<unknown>,
): Promise<void> {
  try {
    await pipeline(createReadStream(path), request)
  } catch (error) {
    // A store that refuses may answer and close the connection before it has read everything: its answer says more.
    request.destroy()
    await answered.catch(() => {
      throw error
    })
  }
}
