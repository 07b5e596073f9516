import type { NavigationEvent } from './worker-scope.ts'

/** A page that takes longer than this is shown from what lies on the device. */
const PATIENCE_MS = 4_000

/**
 * The page from the network, so that nobody is kept on an old version or an old security policy; the shell of the
 * last version when the network is away, slow, or answers with an error of a proxy.
 * @param shell the stored page, if there is one.
 */
export async function pageOrShell(event: unknown, shell: () => Promise<Response | undefined>): Promise<Response> {
  const network = askNetwork(event as NavigationEvent)
  const stored = await Promise.race([
    network.then(
      (reply) => (reply.status < 500 ? undefined : shell()),
      () => shell(),
    ),
    new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS)).then(shell),
  ])
  return stored ?? network
}

async function askNetwork({ request, preloadResponse }: NavigationEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}
