import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findEngines } from '../../test-support/browser-engines.mjs'
import { runFolder } from '../../test-support/run-folder.mjs'
import { startOwnEngine } from '../support/own-engine.ts'

/** Starts what all journeys share: a screen that is not seen, and the site with the demo's club. */
export default async function setup(): Promise<() => Promise<void>> {
  runFolder()
  const endScreen = findEngines().webkit ? await startScreen() : async () => {}
  try {
    // While a journey is written, the site of a development server saves most of the time.
    if (process.env.E2E_URL) return endScreen
    const site = await startOwnEngine('demo')
    process.env.E2E_URL = site.url
    return async () => {
      await site.stop()
      await endScreen()
    }
  } catch (error) {
    await endScreen()
    throw error
  }
}

/** Firefox needs no screen; WebKitGTK does. The program chooses a number that is free, and tells it. */
async function startScreen(): Promise<() => Promise<void>> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-noreset']
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const told = child.stdio[3]
  if (!told) throw new Error('Xvfb has no pipe')
  const number = await new Promise<string>((resolve, reject) => {
    told.on('data', (chunk) => resolve(String(chunk).trim()))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
  process.env.DISPLAY = `:${number}`
  return async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
}
