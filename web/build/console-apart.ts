import type { Plugin, Rolldown } from 'vite'

/** Code that may be sent only to administrators. */
const CONSOLE =
  /\/web\/src\/(features\/console-|components\/console\/|app\/routes\/admin\/|(data\/[^/]+|lib)\/console-)/

/** The folder of the console's chunks, so that servers and readers of logs can recognise them. */
export const CONSOLE_FOLDER = 'assets/console/'

export const isConsoleCode = (moduleId: string) => CONSOLE.test(moduleId.replaceAll('\\', '/'))

/** All chunks that members load: every chunk reachable from the entries, except through pages of the console. */
export function membersChunks(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = new Map<string, Rolldown.OutputChunk>()
  for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file)
  const reached = new Set<Rolldown.OutputChunk>()
  const visit = (name: string) => {
    const chunk = chunks.get(name)
    if (!chunk || reached.has(chunk)) return
    reached.add(chunk)
    for (const next of chunk.imports) visit(next)
    for (const next of chunk.dynamicImports) if (!isConsoleCode(chunks.get(next)?.facadeModuleId ?? '')) visit(next)
  }
  for (const chunk of chunks.values()) if (chunk.isEntry) visit(chunk.fileName)
  return [...reached]
}

/** Fails the build when console code is in a chunk that members load. */
export function consoleApart(): Plugin {
  return {
    name: 'console-apart',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const { fileName, moduleIds } of membersChunks(bundle)) {
        const stray = moduleIds.find(isConsoleCode)
        if (stray) this.error(`${fileName} is sent to members and holds ${stray}, which only the console may need`)
      }
    },
  }
}
