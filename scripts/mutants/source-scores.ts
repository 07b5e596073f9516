export interface FileMutant {
  /** Relative to the root of the project, with slashes. */
  file: string
  /** As StrykerJS names it, e.g. `Killed`, `Survived`, `NoCoverage`, `Timeout`, `Ignored`. */
  status: string
  text: string
}

export interface FolderScore {
  folder: string
  killed: number
  alive: number
  untested: number
  /** Killed of all that could be killed, in whole percent, rounded down. */
  score: number
}

const KILLED = new Set(['Killed', 'Timeout'])

/** The score of each folder or file; folders without mutants are left out. */
export function scores(mutants: readonly FileMutant[], folders: readonly string[]): FolderScore[] {
  return folders.flatMap((folder) => {
    const inside = mutants.filter(({ file }) => file === folder || file.startsWith(`${folder}/`))
    const killed = inside.filter(({ status }) => KILLED.has(status)).length
    const alive = inside.filter(({ status }) => status === 'Survived').length
    const untested = inside.filter(({ status }) => status === 'NoCoverage').length
    const all = killed + alive + untested
    return all === 0 ? [] : [{ folder, killed, alive, untested, score: Math.floor((100 * killed) / all) }]
  })
}

/** A line for each folder whose score is below its floor, or so far above that the floor has to be raised. */
export function belowFloor(table: readonly FolderScore[], floors: Readonly<Record<string, number>>): string[] {
  return table.flatMap(({ folder, score }) => {
    const floor = floors[folder]
    if (floor === undefined) return []
    if (score < floor) return [`${folder} has ${score} %, less than its floor of ${floor} %: tests are missing`]
    return score > floor + 2
      ? [`${folder} has ${score} %: raise its floor of ${floor} % in scripts/mutants/floors.json`]
      : []
  })
}
