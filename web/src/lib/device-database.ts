import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type OpenDBCallbacks,
  openDB,
  type StoreNames,
} from 'idb'

/** A database of this device, shared by the tabs and the worker. */
export interface DeviceDatabase<Schema extends DBSchema> {
  /** @throws {Error} where the browser has no such storage, as in some private windows. */
  open(): Promise<IDBPDatabase<Schema>>
  /** Runs a change as one transaction; it is undone as a whole when it fails. */
  change<Names extends StoreNames<Schema>[], Result>(
    names: Names,
    work: (transaction: IDBPTransaction<Schema, Names, 'readwrite'>) => Promise<Result>,
  ): Promise<Result>
}

/** @param version of the database; the records may have one of their own. */
export function deviceDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): DeviceDatabase<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const forget = () => {
    opened = undefined
  }

  const open = () => {
    opened ??= openDB<Schema>(name, version, {
      upgrade,
      // A newer version of the app, or the deletion at sign-out, must not wait for this tab.
      blocking() {
        void opened?.then((database) => database.close())
        forget()
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget()
      throw error
    })
    return opened
  }

  return {
    open,
    async change(names, work) {
      const database = await open()
      // On the disk before it counts as kept: a phone may run out of power.
      const transaction = database.transaction(names, 'readwrite', { durability: 'strict' })
      // Reported below; this keeps it from being reported twice.
      transaction.done.catch(() => {})
      try {
        const result = await work(transaction)
        await transaction.done
        return result
      } catch (error) {
        try {
          transaction.abort()
        } catch {
          // It has failed already.
        }
        throw error
      }
    },
  }
}
