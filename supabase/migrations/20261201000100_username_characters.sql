-- What usernames are checked by: the characters that Unicode's general identifier profile allows, the scripts they belong
-- to, and which of them look alike (UTS #39, Unicode 15.0.0; copyright Unicode, Inc., see scripts/usernames). Written by
-- scripts/usernames.ts. A later version of Unicode is a new migration that fills the tables again.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.username_characters (
  first integer primary key,
  last integer not null,
  kind text not null,
  scripts text[] not null,
  constraint username_characters_range check (first <= last),
  constraint username_characters_kind_known check (kind in ('letter', 'digit', 'mark', 'sign'))
);
comment on table private.username_characters is
  'Ranges of code points that a username may hold. scripts: short names (ISO 15924), with Jpan, Hanb and Kore for what '
  'writes Japanese, Chinese with Bopomofo and Korean; empty for characters that go with every script.';

create table private.username_confusables (
  source text collate "C" primary key,
  prototype text collate "C" not null
);
comment on table private.username_confusables is
  'Characters that look like others, with the characters that stand for all of them. Both are decomposed (NFD).';

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.username_characters enable row level security;
alter table private.username_confusables enable row level security;
revoke all on private.username_characters, private.username_confusables from anon, authenticated, service_role;

-- Rows: code points in hexadecimal ---------------------------------------------------------------------------

insert into private.username_characters (first, last, kind, scripts)
select
  ('x' || lpad(split_part(split_part(l.line, ' ', 1), '..', 1), 8, '0'))::bit(32)::integer,
  ('x' || lpad(regexp_replace(split_part(l.line, ' ', 1), '^.*\.\.', ''), 8, '0'))::bit(32)::integer,
  split_part(l.line, ' ', 2),
  coalesce(string_to_array(nullif(split_part(l.line, ' ', 3), '-'), ','), '{}')
from string_to_table($characters$
0027 sign -
002D..002E sign -
0030..0039 digit -
003A sign -
0041..005A letter Latn
005F sign -
0061..007A letter Latn
00B7 sign -
00C0..00D6 letter Latn
00D8..00F6 letter Latn
00F8..0131 letter Latn
0134..013E letter Latn
0141..0148 letter Latn
014A..017E letter Latn
018F letter Latn
01A0..01A1 letter Latn
01AF..01B0 letter Latn
01CD..01DC letter Latn
01DE..01E3 letter Latn
01E6..01F0 letter Latn
01F4..01F5 letter Latn
01F8..021B letter Latn
021E..021F letter Latn
0226..0233 letter Latn
0259 letter Latn
02BB..02BC letter -
02EC letter -
0300..0304 mark -
0306..030C mark -
030F..0311 mark -
0313..0314 mark -
031B mark -
0323..0328 mark -
032D..032E mark -
0330..0331 mark -
0335 mark -
0338..0339 mark -
0342 mark Grek
0345 mark Grek
0375 sign Grek
037B..037D letter Grek
0386 letter Grek
0388..038A letter Grek
038C letter Grek
038E..03A1 letter Grek
03A3..03CE letter Grek
03FC..03FF letter Grek
0400..045F letter Cyrl
048A..04FF letter Cyrl
0510..0529 letter Cyrl
052E..052F letter Cyrl
0531..0556 letter Armn
0559 letter Armn
0561..0586 letter Armn
058A sign Armn
05B4 mark Hebr
05D0..05EA letter Hebr
05EF..05F2 letter Hebr
05F3..05F4 sign Hebr
0620..063F letter Arab
0641..064A letter Arab
064B..0655 mark Arab,Syrc
0660..0669 digit Arab,Thaa,Yezi
0670 mark Arab,Syrc
0671..0672 letter Arab
0674 letter Arab
0679..068D letter Arab
068F..06A0 letter Arab
06A2..06D3 letter Arab
06D5 letter Arab
06E5..06E6 letter Arab
06EE..06EF letter Arab
06F0..06F9 digit Arab
06FA..06FC letter Arab
06FD..06FE sign Arab
06FF letter Arab
0750..077F letter Arab
0780..07A5 letter Thaa
07A6..07B0 mark Thaa
07B1 letter Thaa
0870..0887 letter Arab
0889..088E letter Arab
08A0..08AC letter Arab
08B2 letter Arab
08B5..08C9 letter Arab
0901..0903 mark Deva
0904..0939 letter Deva
093A..093C mark Deva
093D letter Deva
093E..094D mark Deva
094F mark Deva
0950 letter Deva
0956..0957 mark Deva
0960..0961 letter Deva
0962..0963 mark Deva
0966..096F digit Deva,Dogr,Kthi,Mahj
0971..0977 letter Deva
0979..097F letter Deva
0981..0983 mark Beng
0985..098C letter Beng
098F..0990 letter Beng
0993..09A8 letter Beng
09AA..09B0 letter Beng
09B2 letter Beng
09B6..09B9 letter Beng
09BC mark Beng
09BD letter Beng
09BE..09C4 mark Beng
09C7..09C8 mark Beng
09CB..09CD mark Beng
09CE letter Beng
09D7 mark Beng
09E0..09E1 letter Beng
09E2..09E3 mark Beng
09E6..09EF digit Beng,Cakm,Sylo
09F0..09F1 letter Beng
09FE mark Beng
0A01..0A03 mark Guru
0A05..0A0A letter Guru
0A0F..0A10 letter Guru
0A13..0A28 letter Guru
0A2A..0A30 letter Guru
0A32 letter Guru
0A35 letter Guru
0A38..0A39 letter Guru
0A3C mark Guru
0A3E..0A42 mark Guru
0A47..0A48 mark Guru
0A4B..0A4D mark Guru
0A5C letter Guru
0A66..0A6F digit Guru,Mult
0A70..0A71 mark Guru
0A72..0A74 letter Guru
0A81..0A83 mark Gujr
0A85..0A8D letter Gujr
0A8F..0A91 letter Gujr
0A93..0AA8 letter Gujr
0AAA..0AB0 letter Gujr
0AB2..0AB3 letter Gujr
0AB5..0AB9 letter Gujr
0ABC mark Gujr
0ABD letter Gujr
0ABE..0AC5 mark Gujr
0AC7..0AC9 mark Gujr
0ACB..0ACD mark Gujr
0AD0 letter Gujr
0AE0..0AE1 letter Gujr
0AE2..0AE3 mark Gujr
0AE6..0AEF digit Gujr,Khoj
0AFA..0AFF mark Gujr
0B01..0B03 mark Orya
0B05..0B0C letter Orya
0B0F..0B10 letter Orya
0B13..0B28 letter Orya
0B2A..0B30 letter Orya
0B32..0B33 letter Orya
0B35..0B39 letter Orya
0B3C mark Orya
0B3D letter Orya
0B3E..0B43 mark Orya
0B47..0B48 mark Orya
0B4B..0B4D mark Orya
0B55..0B57 mark Orya
0B5F..0B61 letter Orya
0B66..0B6F digit Orya
0B71 letter Orya
0B82 mark Taml
0B83 letter Taml
0B85..0B8A letter Taml
0B8E..0B90 letter Taml
0B92..0B95 letter Taml
0B99..0B9A letter Taml
0B9C letter Taml
0B9E..0B9F letter Taml
0BA3..0BA4 letter Taml
0BA8..0BAA letter Taml
0BAE..0BB9 letter Taml
0BBE..0BC2 mark Taml
0BC6..0BC8 mark Taml
0BCA..0BCD mark Taml
0BD0 letter Taml
0BD7 mark Taml
0BE6..0BEF digit Gran,Taml
0C01..0C04 mark Telu
0C05..0C0C letter Telu
0C0E..0C10 letter Telu
0C12..0C28 letter Telu
0C2A..0C33 letter Telu
0C35..0C39 letter Telu
0C3C mark Telu
0C3D letter Telu
0C3E..0C44 mark Telu
0C46..0C48 mark Telu
0C4A..0C4D mark Telu
0C55..0C56 mark Telu
0C5D letter Telu
0C60..0C61 letter Telu
0C66..0C6F digit Telu
0C80 letter Knda
0C82..0C83 mark Knda
0C85..0C8C letter Knda
0C8E..0C90 letter Knda
0C92..0CA8 letter Knda
0CAA..0CB3 letter Knda
0CB5..0CB9 letter Knda
0CBC mark Knda
0CBD letter Knda
0CBE..0CC4 mark Knda
0CC6..0CC8 mark Knda
0CCA..0CCD mark Knda
0CD5..0CD6 mark Knda
0CDD letter Knda
0CE0..0CE1 letter Knda
0CE2..0CE3 mark Knda
0CE6..0CEF digit Knda,Nand
0CF1..0CF2 letter Knda
0CF3 mark Knda
0D00 mark Mlym
0D02..0D03 mark Mlym
0D05..0D0C letter Mlym
0D0E..0D10 letter Mlym
0D12..0D3A letter Mlym
0D3D letter Mlym
0D3E..0D43 mark Mlym
0D46..0D48 mark Mlym
0D4A..0D4D mark Mlym
0D4E letter Mlym
0D54..0D56 letter Mlym
0D57 mark Mlym
0D60..0D61 letter Mlym
0D66..0D6F digit Mlym
0D7A..0D7F letter Mlym
0D82..0D83 mark Sinh
0D85..0D8E letter Sinh
0D91..0D96 letter Sinh
0D9A..0DA5 letter Sinh
0DA7..0DB1 letter Sinh
0DB3..0DBB letter Sinh
0DBD letter Sinh
0DC0..0DC6 letter Sinh
0DCA mark Sinh
0DCF..0DD4 mark Sinh
0DD6 mark Sinh
0DD8..0DDE mark Sinh
0DF2 mark Sinh
0E01..0E30 letter Thai
0E31 mark Thai
0E32 letter Thai
0E34..0E3A mark Thai
0E40..0E46 letter Thai
0E47..0E4E mark Thai
0E50..0E59 digit Thai
0E81..0E82 letter Laoo
0E84 letter Laoo
0E86..0E8A letter Laoo
0E8C..0EA3 letter Laoo
0EA5 letter Laoo
0EA7..0EB0 letter Laoo
0EB1 mark Laoo
0EB2 letter Laoo
0EB4..0EBC mark Laoo
0EBD letter Laoo
0EC0..0EC4 letter Laoo
0EC6 letter Laoo
0EC8..0ECE mark Laoo
0ED0..0ED9 digit Laoo
0EDE..0EDF letter Laoo
0F00 letter Tibt
0F0B sign Tibt
0F20..0F29 digit Tibt
0F35 mark Tibt
0F37 mark Tibt
0F3E..0F3F mark Tibt
0F40..0F42 letter Tibt
0F44..0F47 letter Tibt
0F49..0F4C letter Tibt
0F4E..0F51 letter Tibt
0F53..0F56 letter Tibt
0F58..0F5B letter Tibt
0F5D..0F68 letter Tibt
0F6A..0F6C letter Tibt
0F71..0F72 mark Tibt
0F74 mark Tibt
0F7A..0F80 mark Tibt
0F82..0F84 mark Tibt
0F86..0F87 mark Tibt
0F88..0F8C letter Tibt
0F8D..0F92 mark Tibt
0F94..0F97 mark Tibt
0F99..0F9C mark Tibt
0F9E..0FA1 mark Tibt
0FA3..0FA6 mark Tibt
0FA8..0FAB mark Tibt
0FAD..0FB8 mark Tibt
0FBA..0FBC mark Tibt
0FC6 mark Tibt
1000..102A letter Mymr
102B..103E mark Mymr
103F letter Mymr
1040..1049 digit Cakm,Mymr,Tale
1050..1055 letter Mymr
1056..1059 mark Mymr
105A..105D letter Mymr
105E..1060 mark Mymr
1061 letter Mymr
1062..1064 mark Mymr
1065..1066 letter Mymr
1067..106D mark Mymr
106E..1070 letter Mymr
1071..1074 mark Mymr
1075..1081 letter Mymr
1082..108D mark Mymr
108E letter Mymr
108F mark Mymr
1090..1099 digit Mymr
109A..109D mark Mymr
10C7 letter Geor
10CD letter Geor
10D0..10F0 letter Geor
10F7..10FA letter Geor
10FD..10FF letter Geor
1200..1248 letter Ethi
124A..124D letter Ethi
1250..1256 letter Ethi
1258 letter Ethi
125A..125D letter Ethi
1260..1288 letter Ethi
128A..128D letter Ethi
1290..12B0 letter Ethi
12B2..12B5 letter Ethi
12B8..12BE letter Ethi
12C0 letter Ethi
12C2..12C5 letter Ethi
12C8..12D6 letter Ethi
12D8..1310 letter Ethi
1312..1315 letter Ethi
1318..135A letter Ethi
135D..135F mark Ethi
1380..138F letter Ethi
1780..17A2 letter Khmr
17A5..17A7 letter Khmr
17A9..17B3 letter Khmr
17B6..17CD mark Khmr
17D0 mark Khmr
17D2 mark Khmr
17D7 letter Khmr
17DC letter Khmr
17E0..17E9 digit Khmr
1C90..1CBA letter Geor
1CBD..1CBF letter Geor
1E00..1E99 letter Latn
1E9E letter Latn
1EA0..1EF9 letter Latn
1F00..1F15 letter Grek
1F18..1F1D letter Grek
1F20..1F45 letter Grek
1F48..1F4D letter Grek
1F50..1F57 letter Grek
1F59 letter Grek
1F5B letter Grek
1F5D letter Grek
1F5F..1F70 letter Grek
1F72 letter Grek
1F74 letter Grek
1F76 letter Grek
1F78 letter Grek
1F7A letter Grek
1F7C letter Grek
1F80..1FB4 letter Grek
1FB6..1FBA letter Grek
1FBC letter Grek
1FC2..1FC4 letter Grek
1FC6..1FC8 letter Grek
1FCA letter Grek
1FCC letter Grek
1FD0..1FD2 letter Grek
1FD6..1FDA letter Grek
1FE0..1FE2 letter Grek
1FE4..1FEA letter Grek
1FEC letter Grek
1FF2..1FF4 letter Grek
1FF6..1FF8 letter Grek
1FFA letter Grek
1FFC letter Grek
2010 sign -
2019 sign -
2027 sign -
2D27 letter Geor
2D2D letter Geor
2D80..2D96 letter Ethi
2DA0..2DA6 letter Ethi
2DA8..2DAE letter Ethi
2DB0..2DB6 letter Ethi
2DB8..2DBE letter Ethi
2DC0..2DC6 letter Ethi
2DC8..2DCE letter Ethi
2DD0..2DD6 letter Ethi
2DD8..2DDE letter Ethi
3005..3006 letter Hanb,Hani,Jpan,Kore
3007 digit Hanb,Hani,Jpan,Kore
3041..3096 letter Hira,Jpan
3099..309A mark Hira,Jpan,Kana
309D..309E letter Hira,Jpan
30A0 sign Hira,Jpan,Kana
30A1..30FA letter Jpan,Kana
30FB sign Bopo,Hanb,Hang,Hani,Hira,Jpan,Kana,Kore,Yiii
30FC letter Hira,Jpan,Kana
30FD..30FE letter Jpan,Kana
3105..312D letter Bopo,Hanb
312F letter Bopo,Hanb
31A0..31BF letter Bopo,Hanb
3400..4DBF letter Hanb,Hani,Jpan,Kore
4E00..9FFF letter Hanb,Hani,Jpan,Kore
A67F letter Cyrl
A717..A71F letter -
A788 letter -
A78D letter Latn
A792..A793 letter Latn
A7AA letter Latn
A7C0..A7CA letter Latn
A7D0..A7D1 letter Latn
A7D3 letter Latn
A7D5..A7D9 letter Latn
A9E7..A9EF letter Mymr
A9F0..A9F9 digit Mymr
A9FA..A9FE letter Mymr
AA60..AA76 letter Mymr
AA7A letter Mymr
AA7B..AA7D mark Mymr
AA7E..AA7F letter Mymr
AB01..AB06 letter Ethi
AB09..AB0E letter Ethi
AB11..AB16 letter Ethi
AB20..AB26 letter Ethi
AB28..AB2E letter Ethi
AB66..AB67 letter Latn
AC00..D7A3 letter Hang,Kore
FA0E..FA0F letter Hanb,Hani,Jpan,Kore
FA11 letter Hanb,Hani,Jpan,Kore
FA13..FA14 letter Hanb,Hani,Jpan,Kore
FA1F letter Hanb,Hani,Jpan,Kore
FA21 letter Hanb,Hani,Jpan,Kore
FA23..FA24 letter Hanb,Hani,Jpan,Kore
FA27..FA29 letter Hanb,Hani,Jpan,Kore
11301 mark Gran,Taml
11303 mark Gran,Taml
1133B..1133C mark Gran,Taml
16FF0..16FF1 mark Hanb,Hani,Jpan,Kore
1B11F letter Hira,Jpan
1B120..1B122 letter Jpan,Kana
1B132 letter Hira,Jpan
1B150..1B152 letter Hira,Jpan
1B155 letter Jpan,Kana
1B164..1B167 letter Jpan,Kana
1DF00..1DF1E letter Latn
1DF25..1DF2A letter Latn
1E08F mark Cyrl
1E7E0..1E7E6 letter Ethi
1E7E8..1E7EB letter Ethi
1E7ED..1E7EE letter Ethi
1E7F0..1E7FE letter Ethi
20000..2A6DF letter Hanb,Hani,Jpan,Kore
2A700..2B739 letter Hanb,Hani,Jpan,Kore
2B740..2B81D letter Hanb,Hani,Jpan,Kore
2B820..2CEA1 letter Hanb,Hani,Jpan,Kore
2CEB0..2EBE0 letter Hanb,Hani,Jpan,Kore
30000..3134A letter Hanb,Hani,Jpan,Kore
31350..323AF letter Hanb,Hani,Jpan,Kore
$characters$, E'\n') as l (line)
where l.line <> '';

with lines as (
  select split_part(l.line, ' < ', 1) as prototype, split_part(l.line, ' < ', 2) as sources
  from string_to_table($confusables$
004F < 0030 039F 041E 0555 09E6 0B20 0B66 12D0 3007
006C < 0031 0049 0399 0406 04C0 05D5 05DF 0627 0661 06F1
0072 006E < 006D
0041 0045 < 00C6 04D4
0044 0335 < 00D0 0110
004F 0338 < 00D8
0061 0065 < 00E6 04D5
2202 0335 < 00F0
006F 0338 < 00F8
0064 0335 < 0111
0048 0335 < 0126
0068 0335 < 0127 045B
0069 < 0131 03B9 0456 04CF
004C 0338 < 0141
006C 0338 < 0142
004F 0045 < 0152
006F 0065 < 0153
0054 0335 < 0166
0074 0335 < 0167
0033 < 01B7 0417 04E0
01DD < 0259 04D9
0068 0314 < 0266
0073 0328 < 0282
021D < 0292 04E1 10F3
0027 < 02BB 02BC 05D9 05F3 2019
0306 < 030C
0306 0307 < 0310 0901 0981 0A81 0B01
0302 < 0311
0326 < 0327 0339
0303 < 0342 0653
0328 < 0345
02CF < 0375
0254 < 037B
A73F < 037D
0041 < 0391 0410
0042 < 0392 0412
0045 < 0395 0415
005A < 0396
0048 < 0397 041D
004F 0335 < 0398 03B8 04E8
004B < 039A 041A
0245 < 039B 041B 0668 06F8
004D < 039C 041C
004E < 039D
0050 < 03A1 0420
01A9 < 03A3
0054 < 03A4 0422
0059 < 03A5 0423 04AE
0058 < 03A7 0425
0061 < 03B1 0430
00DF < 03B2
0079 < 03B3 0443 04AF 10E7
1E9F < 03B4 056E
A793 < 03B5 0454 0511
006E 0329 < 03B7
0138 < 03BA 043A
0076 < 03BD 05D8
006F < 03BF 03C3 043E 0585 05E1 0647 0665 06BE 06C1 06D5 06F5 0966 0A66 0AE6 0BE6 0C02 0C66 0C82 0CE6 0D02 0D20 0D66 0D82 0E50 0ED0 101D 1040 10FF
0070 < 03C1 0440
1D1B < 03C4 0442
0075 < 03C5 057D
0278 < 03C6 0444
0186 < 03FD
A73E < 03FF
A792 < 0404
0053 < 0405 054F
004A < 0408
0062 0304 < 0411
0393 < 0413
03A0 < 041F
0043 < 0421
03A6 < 0424 0553 1240
0062 006C < 042B
0062 < 042C
006C 004F < 042E
0036 < 0431
0299 < 0432
0072 < 0433
0065 < 0435 04BD
025C < 0437
1D0E < 0438
028D < 043C
029C < 043D
03C0 < 043F
0063 < 0441
0078 < 0445
02C9 0062 < 044A
0185 0069 < 044B
0185 < 044C
1D19 < 044F
0073 < 0455
006A < 0458
040D 0326 < 048A
0439 0326 < 048B
0062 0335 < 048C 048D
0393 0027 < 0490
0072 0027 < 0491
0393 0335 < 0492
0072 0335 < 0493
0416 0329 < 0496
0436 0329 < 0497
0033 0326 < 0498
025C 0326 < 0499
004B 0329 < 049A
0138 0329 < 049B
004B 0335 < 049E
0138 0335 < 049F
0048 0329 < 04A2
029C 0329 < 04A3
0043 0326 < 04AA
0063 0326 < 04AB
0054 0329 < 04AC
1D1B 0329 < 04AD
0059 0335 < 04B0
0079 0335 < 04B1
0058 0329 < 04B2
0068 < 04BB 0570
04BC 0328 < 04BE
0065 0328 < 04BF
0245 0326 < 04C5
043B 0326 < 04C6
0048 0326 < 04C7 04C9
029C 0326 < 04C8 04CA
04B6 < 04CB
04B7 < 04CC
004D 0326 < 04CD
028D 0326 < 04CE
018F < 04D8
006F 0335 < 04E9
0190 < 0510
0071 < 051B 0563 0566
0057 < 051C
0077 < 051D 0561
12AE < 053B
1206 < 0544
1323 < 054A
1261 < 054C
0055 < 054D 1200
0237 < 0575
006E < 0578 057C
0270 < 057A 1223
0067 < 0581
0066 < 0584
0323 < 05B4 093C 09BC 0A3C 0ABC 0B3C
006C 006C < 05F0
006C 0027 < 05F1
0027 0027 < 05F2 05F4
0649 06DB < 062B 063F 067E 06BD 06D1
0633 06DB < 0634
0649 0302 < 063D
0649 < 064A 06BA 06CC 06D2 08BD
030B < 064B
0301 < 064E
0313 < 064F
030A < 0652 0B82 0E4D 0ECD 1036 17C6 309A
002E < 0660 06F0
0056 < 0667 06F7
006C 0674 < 0672
0649 0615 < 0679 06BB
062D 0654 < 0681 0772
062D 06DB < 0685
062F 0615 < 0688
068A 0615 < 068B
0631 0615 < 0691
0631 0306 < 0692
0631 06DB < 0698
0635 06DB < 069E
0637 06DB < 069F
06A1 06DB < 06A4 06A8
0641 < 06A7
0643 < 06A9 06AA
0643 06DB < 06AD 0763
06AF 06DB < 06B4
0644 0306 < 06B5
0644 06DB < 06B7
0629 < 06C3
0648 0306 < 06C6
0648 0313 < 06C7
0648 0670 < 06C8
0648 0302 < 06C9
0648 06DB < 06CB
0649 0306 < 06CE 0756
067B < 06D0
062F 0302 < 06EE
0631 0302 < 06EF
0662 < 06F2
0663 < 06F3
0664 < 06F4
0666 < 06F6
0669 < 06F9 0967
0621 0348 < 06FD
0645 0348 < 06FE
006F 0302 < 06FF
0628 06DB < 0751
06AC < 0762
0754 < 0767 08A9
0646 0615 < 0768
0646 0306 < 0769
0631 0654 < 076C
0697 0615 < 0771
0633 0302 < 077E
0628 0654 < 08A1
06A2 06DB < 08A4
0645 06DB < 08A7
0649 0654 < 08A8
0632 0302 < 08B2
0628 06E2 < 08B6
0649 06DB 06E2 < 08B7
0631 0306 0307 < 08B9
0649 0306 0307 < 08BA
06A1 < 08BB 08BC
0307 < 0902 0A02 0A82 0BCD
003A < 0903 0A83
0905 0946 < 0904
0905 093E < 0906
0930 094D 0907 < 0908
090F 0945 < 090D
090F 0946 < 090E
090F 0947 < 0910
0905 0949 < 0911
0905 093E 0946 < 0912
0905 093E 0947 < 0913
0905 093E 0948 < 0914
003F < 097D
0985 09BE < 0986
098B 09C3 < 09E0 09E1
0038 < 09EA 0A6A 0B03
0039 < 09ED 0A67 0B68 0D6D
0983 < 0A03 0C03 0C83 0D03 0D83 1038
0A05 0A3E < 0A06
0A72 0A3F < 0A07
0A72 0A40 < 0A08
0A73 0A41 < 0A09
0A73 0A42 < 0A0A
0A72 0A47 < 0A0F
0A05 0A48 < 0A10
0A05 0A4C < 0A14
0946 < 0A4B
094D < 0A4D 0ACD
0A85 0ABE < 0A86
0A85 0AC5 < 0A8D
0A85 0AC7 < 0A8F
0A85 0AC8 < 0A90
0A85 0ABE 0AC5 < 0A91
0A85 0ABE 0AC7 < 0A93
0A85 0ABE 0AC8 < 0A94
093D < 0ABD
0941 < 0AC1
0942 < 0AC2
0968 < 0AE8
0969 < 0AE9
096A < 0AEA
096E < 0AEE
0B05 0B3E < 0B06
0B89 0BB3 < 0B8A
0B90 < 0B9C 0D1C
0B88 < 0BB0 0BBE
0BA9 < 0BC8
0BB3 < 0BD7
0B95 < 0BE7
0B89 < 0BE8 0D09
0B9A < 0BEA
0B88 0BC1 < 0BEB
0B9A 0BC1 < 0BEC
0B8E < 0BED
0B85 < 0BEE
0C12 0C55 < 0C13 0C93
0C12 0C4C < 0C14 0C94
0C30 05BC < 0C20
0C21 0323 < 0C22
0C27 05BC < 0C25
0C2C 0323 < 0C2D
0C35 0C41 < 0C2E
0C35 0323 < 0C37
0C35 0C3E < 0C39
0C41 0C3E < 0C42
0C43 0C3E < 0C44
0C0B 0C3E < 0C60
0C0C 0C3E < 0C61
0C05 < 0C85
0C06 < 0C86
0C07 < 0C87
0C12 < 0C92
0C1C < 0C9C
0C1E < 0C9E
0C23 < 0CA3
0C2F < 0CAF
0C31 < 0CB1
0C32 < 0CB2
0C8C 0CBE < 0CE1
0C67 < 0CE7
0C68 < 0CE8
0C6F < 0CEF
0D07 0D57 < 0D08
0B89 0D57 < 0D0A
0D28 0D41 < 0D0C 0D19
0D0E 0D46 < 0D10
0D12 0D3E < 0D13
0D12 0D57 < 0D14
0BA3 < 0D23
0D30 < 0D31
0BB4 < 0D34
0BB6 < 0D36
0B9F 0BBF < 0D3A
0BBF < 0D3F 0D40
0D41 < 0D42 0D43
0D46 0D46 < 0D48
0971 < 0D4E
0D1E < 0D61
0D30 0D4D < 0D6A 0D7C
0D26 0D4D 0D30 < 0D6B
0D28 0D4D 0D28 < 0D6C
0D35 0D4D 0D30 < 0D6E
0D28 0D4D < 0D6F 0D7B
0E02 < 0E03
0E0A < 0E0B
0E0E < 0E0F
0E04 < 0E14 0E15
0E11 < 0E17
0E06 < 0E21
0E20 < 0E26
0E40 0E40 < 0E41
0E32 < 0E45
0E08 < 0E88
0E22 < 0E8D
0E1A < 0E9A
0E1B < 0E9B
0E1D < 0E9D
0E1E < 0E9E
0E1F < 0E9F
0E38 < 0EB8
0E39 < 0EB9
0E48 < 0EC8 17CB
0E49 < 0EC9
0E4A < 0ECA
0E4B < 0ECB
0F68 0F7C 0F7E < 0F00
0325 < 0F37
0F62 < 0F6A
1002 102C < 1000
006F 102C < 1010
1015 102C < 101F
101E 103C < 1029
101E 103C 1031 102C 103A < 102A
1041 < 1065
1015 103E < 1066
1015 102C 103E < 106F
1003 103E < 1070
107D 103E < 107E
1002 103E < 1081
1100 1100 < 1101 11A9
1103 1103 < 1104
1107 1107 < 1108
1109 1109 < 110A 11BB
110C 110C < 110D
1161 4E28 < 1162
1163 4E28 < 1164
1165 4E28 < 1166
1167 4E28 < 1168
1169 1161 < 116A
1169 1161 4E28 < 116B
1169 4E28 < 116C
116E 1165 < 116F
116E 1165 4E28 < 1170
116E 4E28 < 1171
30FC < 1173 4E00
30FC 4E28 < 1174
4E28 < 1175
1100 < 11A8
1100 1109 < 11AA
1102 < 11AB
1102 110C < 11AC
1102 1112 < 11AD
1103 < 11AE
1105 < 11AF
1105 1100 < 11B0
1105 1106 < 11B1
1105 1107 < 11B2
1105 1109 < 11B3
1105 1110 < 11B4
1105 1111 < 11B5
1105 1112 < 11B6
1106 < 11B7
1107 < 11B8
1107 1109 < 11B9
1109 < 11BA
110B < 11BC
110C < 11BD
110E < 11BE
110F < 11BF
1110 < 11C0
1111 < 11C1
1112 < 11C2
0548 < 1260
0571 < 1294
0E34 < 17B7
0E35 < 17B8
0E36 < 17B9
0E37 < 17BA
002D < 2010
00B7 < 2027 30FB
276C < 304F 21FE8
003D < 30A0
4EBB < 30A4
5DE5 < 30A8
529B < 30AB
5915 < 30BF
535C < 30C8
4E8C < 30CB
002F < 30CE 4E3F
516B < 30CF
3078 < 30D8
53E3 < 30ED 56D7
363D < 39B3
3588 < 439B
3B3B < 4420
005C < 4E36
4F75 < 5002
5024 < 503C
5553 < 555F
5861 < 586B
571F < 58EB
58AB < 58FF
5AAF < 5B00
5E21 < 5E32
3B3A < 5E50
6236 < 6238
3A41 < 6409
403F < 6663
665A < 6669
3ADA < 66F6
4443 < 6726
676E < 67FF
3BA3 < 69E9
699D < 6A27
6E88 < 6F59
7814 < 784F
7D55 < 7D76
670C < 80A6
6710 < 80CA
670F < 80D0
3B35 < 80F6
6713 < 8101
6718 < 8127
80FC < 8141
6723 < 81A7
848D < 853F
8637 < 8641
46B6 < 8A1E
8A2E < 8A7D
8B86 < 8B8F
8C5C < 8C63
8D7F < 8D86
8DE5 < 8DFA
8E97 < 8E9B
8EFF < 8F27
90CE < 90DE
93AD < 93AE
96B7 < 96B8
9E42 < 9E43
9ED1 < 9ED2
4039 < 9FC3
$confusables$, E'\n') as l (line)
  where l.line <> ''
)
insert into private.username_confusables (source, prototype)
select
  chr(('x' || lpad(s.code, 8, '0'))::bit(32)::integer),
  (
    select string_agg(chr(('x' || lpad(p.code, 8, '0'))::bit(32)::integer), '' order by p.place)
    from string_to_table(l.prototype, ' ') with ordinality as p (code, place)
  )
from lines as l, string_to_table(l.sources, ' ') as s (code);
