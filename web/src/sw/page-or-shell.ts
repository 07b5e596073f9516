/** After this time the stored page is shown instead. */
const PATIENCE_MS = 4_000

/**
 * The page from the network, so that no reader stays on an old version or an old security policy; the stored shell when
 * the network is down, slow, or answers with a proxy's error.
 * @param shell the stored page, if there is one.
 */
export async function pageOrShell(request: Request, shell: () => Promise<Response | undefined>): Promise<Response> {
  const network = fetch(request)
  const stored = await Promise.race([
    network.then(
      (reply) => (reply.status < 500 ? undefined : shell()),
      () => shell(),
    ),
    new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS)).then(shell),
  ])
  return stored ?? network
}
