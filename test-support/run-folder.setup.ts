import { runFolder } from './run-folder.mjs'

/** All temporary files of the run lie in a folder of its own. */
export default function setup(): void {
  runFolder()
}
