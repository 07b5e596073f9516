// Makes the tables for checking usernames from Unicode's own files:
//
//   npx tsx scripts/usernames.ts <folder> > scripts/usernames/unicode-15.0.txt
//
// The folder holds confusables.txt and IdentifierStatus.txt (UTS #39), Scripts.txt, ScriptExtensions.txt,
// PropertyValueAliases.txt and DerivedGeneralCategory.txt (Unicode Character Database), all of one version. The lines
// are copied unchanged into a new migration; see docs/decisions/023-names.md.
import { formatCharacters, formatConfusables } from './usernames/extract.ts'
import { readUnicode } from './usernames/read-unicode.ts'

const folder = process.argv[2]
if (!folder) throw new Error('usage: npx tsx scripts/usernames.ts <folder with the files of Unicode>')
const extract = readUnicode(folder)
process.stdout.write(
  [
    '# Unicode 15.0.0: the characters of the general identifier profile and what they are confused with (UTS #39).',
    '# Copyright (c) 1991-2022 Unicode, Inc. All rights reserved. Licence: unicode-licence.txt beside this file.',
    ...formatCharacters(extract),
    ...formatConfusables(extract),
    '',
  ].join('\n'),
)
