/** The text for every failed action of the journal. Apart from the members' other texts, which every page loads. */
export const journalFailureText = {
  loadJournal: 'Failed to load the journal',
  saveCatch: 'Failed to save the catch',
  deleteCatch: 'Failed to delete the catch',
  offerCatch: 'Failed to change the offer',
  loadRecords: 'Failed to load the records',
  uploadPhoto: 'Failed to upload the photo',
} as const

export type JournalFailure = (typeof journalFailureText)[keyof typeof journalFailureText]
