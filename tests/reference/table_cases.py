"""The tables of tables.py: what is in each, and by whom or how its answer is known. The rules are in docs/tables.md."""

import dataclasses
import gzip

NAN, INF = float("nan"), float("inf")
CASES = []


@dataclasses.dataclass
class Case:
    file: str
    data: bytes | None  #: None: the file of an earlier case, with other flags
    flags: list[str]


@dataclasses.dataclass
class ByPandas(Case):
    arguments: dict  #: of read_csv, where there is no header unless it is told; and `titles` of columns where pandas makes its own
    notes: list[str]


@dataclasses.dataclass
class ByHand(Case):
    values: list
    rows: list[str]
    columns: list[str]
    notes: list[str]


@dataclasses.dataclass
class Refused(Case):
    line: int
    words: str


def case(kind, file, text, flags, *more):
    data = text.encode() if isinstance(text, str) else text
    CASES.append(kind(file, data, flags.split() if isinstance(flags, str) else flags, *more))


def pandas(file, text=None, flags="", notes=(), **arguments):
    case(ByPandas, file, text, flags, arguments, list(notes))


def hand(file, text, flags, values, rows=(), columns=(), notes=()):
    case(ByHand, file, text, flags, values, list(rows), list(columns), list(notes))


def refused(file, text, flags, line, words):
    case(Refused, file, text, flags, line, words)


def packed(text):
    return gzip.compress(text.encode(), mtime=0)


# ---- what separates fields ----

pandas("comma.csv", "1,2,3\n4,5.5,6\n7,8,9.25\n")
pandas("comma_header.csv", "a,b,c\n1,2,3\n4,5.5,6\n7,8,9.25\n", header=0)
pandas("semicolon.csv", "a;b;c\n1;2.5;3\n4;5;6\n7;8;-9e-2\n", header=0, sep=";")
pandas("decimal_comma.csv", "1,5;2;3\n4;5,25;6\n7;8;-9,125\n", sep=";", decimal=",")
pandas("decimal_comma_names.csv", "Ort;kalt;warm;h\nÖlde;1,5;-2,25;3\nUlm;4;5,75;1,5e3\nSuhl;7;;9\n", header=0, sep=";", decimal=",",
       index_col=0)
hand("decimal_both.csv", "a;b\n1,5;1.5\n1,234;0\n", "", [[1.5, 1.5], [1.234, 0]], [], ["a", "b"])
pandas("tab.tsv", "a\tb\tc\n1\t2\t3\n4\t5.5\t6\n7\t8\t9\n", header=0, sep="\t")
pandas("tab.csv", "1\t2\t3\n4\t5.5\t6\n7\t8\t9\n", sep="\t")
pandas("tab_beside_commas.csv", "\"a, b\"\tc, d\te\n1\t2\t3\n4\t5\t6\n", header=0, sep="\t")
pandas("comma.tsv", "1,2,3\n4,5.5,6\n7,8,9\n")
pandas("semicolon_in_name.tsv", "a;b\tc\td\n1\t2\t3\n4\t5\t6\n7\t8\t9\n", header=0, sep="\t")
pandas("semicolon_in_quotes.csv", "\"a;b\",c,d\n1,2,3\n4,5,6\n7,8,9\n", header=0)
pandas("blanks.csv", "  1 2   3\n 4  5.5 6  \n7 8 9\n", sep=r"\s+")
pandas("blanks_crlf.csv", "1 2 3 \r\n4  5.5 6\r\n 7 8 9\r\n\r\n", sep=r"\s+")
pandas("blanks_header.csv", "  a b    c\n  x  1  2\n  y 11 12\n zz 21 22\n", header=0, sep=r"\s+", index_col=0)
pandas("blanks_na.csv", "1 NA 3\n4 ? 6\n7 8 null\n", sep=r"\s+")
pandas("blanks_and_tabs.csv", "1 \t2\t3\n4\t 5 6\n 7 8\t\t9\n", "--delimiter blanks", sep=r"\s+")
pandas("blanks_quotes.csv", "\"x y\" 1 2\n\"z\"  3 4\n", sep=r"\s+", index_col=0)
hand("blanks_before_quotes.csv", "\"x y\" 1 2\n  \"z z\" 3 4\n", "", [[1, 2], [3, 4]], ["x y", "z z"])
hand("quotes_before_tabs.csv", "\"x\"\t1\n\"y\" 2\n", "--delimiter blanks", [[1], [2]], ["x", "y"])
refused("commas_between_semicolons.csv", "a;b, c, d;e\n1;2;3\n4;5;6\n7;8;9\n", "", 2, "line 2 has 1 field, line 1 has 3")
pandas("commas_between_semicolons.csv", None, "--delimiter semicolon", header=0, sep=";")
pandas("sentence.csv", "one of many\n1\n2\n3\n", header=0)
refused("sentence.csv", None, "--delimiter blanks", 2, "line 2 has 1 field, line 1 has 3")
refused("sep.csv", "sep=;\na;b\n1;2\n", "", 2, "'b'")

# ---- headers ----

YEARS = ["if these years are a header, say --header yes"]
pandas("years.csv", "2020,2021,2022\n1,2,3\n4,5,6\n7,8,9\n", notes=YEARS)
pandas("years.csv", None, "--header no")
pandas("years.csv", None, "--header yes", header=0)
refused("id_years.csv", "id,2020,2021\n1,5,6\n2,7,8.5\n3,9,10\n", "", 2, "say --id-column 1; if the first line is a header, say --header yes")
pandas("id_years.csv", None, "--header yes", header=0)
pandas("id_years.csv", None, "--header yes --id-column id", header=0, index_col=0)
pandas("id_years.csv", None, "--id-column 1", notes=YEARS, index_col=0)
pandas("country_years.csv", "country,2020,2021\nFrance,1,2\nChad,3,4\n", "--header yes", header=0, index_col=0)
pandas("country_years.csv", None, "", notes=YEARS, index_col=0)
pandas("corner_years.csv", ",2020,2021,2022\nx,1,2,3\ny,4,5,6\nz,7,8,9\n", "--header yes", header=0, index_col=0)
refused("corner_years.csv", None, "", 2, "if the first line is a header, say --header yes")
refused("header_told.csv", "a,b\n1,2\n", "--header no", 1, "column 2 of line 1 holds 'b'")
refused("header_gap.csv", "a,,c\n1,2,3\n4,5,6\n7,8,9\n", "", 1, "if the first line is a header, say --header yes")
pandas("header_gap.csv", None, "--header yes", header=0, titles=["a", "", "c"])
refused("units.csv", "length,mass\nm,kg\n1,2\n", "", 2, "column 2 ('mass') of line 2 holds 'kg'")
refused("title.csv", "Results of the year\na,b\n1,2\n", "", 2, "line 2 has 2 fields, line 1 has 1")
refused("comment.csv", "# made by a program\n1,2\n3,4\n", "", 2, "line 2 has 2 fields, line 1 has 1")
pandas("comment_header.csv", "# a,b,c\n1,2,3\n4,5,6\n7,8,9\n", header=0)
refused("comment_inside.csv", "a,b\n1,2\n# checked\n3,4\n", "", 3, "column 1 ('a') of line 3 holds '# checked'")
refused("only_header.csv", "a,b,c\n", "", 0, "holds a header and no rows")
pandas("duplicated.csv", "a,b,a,b\n1,2,3,4\n5,6,7,8\n9,10,11,12\n", header=0, titles=["a", "b", "a", "b"])
pandas("duplicated.csv", None, "--drop 3", header=0, usecols=[0, 1, 3], titles=["a", "b", "b"])
refused("duplicated.csv", None, "--drop a", 0, "--drop has 'a', which is the name of several columns")

# ---- names of rows ----

pandas("names.csv", "name,a,b,c\nx,1,2,3\ny,4,5,6\nz,7,8,9\n", header=0, index_col=0)
pandas("names_no_header.csv", "x,1,2,3\ny,4,5,6\nz,7,8,9\n", index_col=0)
pandas("corner.csv", ",a,b,c\nx,1,2,3\ny,4,5,6\nz,7,8,9\n", header=0, index_col=0)
pandas("r_write_csv.csv", '"","a","b"\n"x",1,NA\n"y",-0.5,2e-05\n', header=0, index_col=0)
refused("r_write_table.tsv", "a\tb\nx\t1\t2\ny\t3\t4\n", "", 2, "line 2 has 3 fields, line 1 has 2")
refused("r_write_blanks.csv", '"a" "b"\n"x" 1 2\n"y" 3 4\n', "--delimiter blanks", 2, "line 2 has 3 fields, line 1 has 2")
refused("r_write_blanks.csv", None, "", 1, "text follows a closing quote")
refused("r_write_plain.csv", "a b\nx 1 2\ny 3 4\n", "", 2, "column 1 ('a b') of line 2 holds 'x 1 2'")
pandas("index.csv", ",a,b\n0,1,2\n1,3,4\n2,5,6\n", "", header=0, index_col=0)
pandas("index.csv", None, "--id-column none", header=0, titles=["", "a", "b"])
pandas("index.csv", None, "--id-column 1", header=0, index_col=0)
pandas("index.csv", None, "--drop 1", header=0, usecols=[1, 2])
pandas("same_names.csv", "n,a,b\nx,1,2\nx,3,4\nx,5,6\n", header=0, index_col=0)
pandas("accents.csv", "Stadt,Größe,naïve,数\nKöln,1,2,3\nŁódź,4,5,6\nНижний,7,8,9\n", header=0, index_col=0)
pandas("markup.csv", '<b>&amp;</b>,"say ""a""",`b`\n<script>alert(1)</script>,1,2\n"""; rm -rf",3,4\n', header=0, index_col=0)
pandas("escapes.csv", "n,\x1b[31ma,b\\n\n\x1b[2Jx,1,2\n\x07y,3,4\n", header=0, index_col=0)
refused("escapes_text.csv", "a,\x1b[31mb\n1,\x1b[2J\x07\n", "", 2, "column 2 ('?[31mb') of line 2 holds '?[2J?'")
pandas("names_with_gaps.csv", "n,a\nx,1\n,2\nNA,3\n", header=0, index_col=0)
pandas("names_with_nan.csv", "n,a\nx,1\nNaN,2\n", header=0, index_col=0)
refused("names_and_number.csv", "x,1\n7,2\n", "", 2, "column 1 holds names, but '7' in line 2, which is a number")
pandas("names_and_number.csv", None, "--id-column 1", index_col=0)
refused("number_and_names.csv", "1,2\nx,3\n", "", 2, "column 1 of line 2 holds 'x'")
pandas("names_last.csv", "a,b,c,who\n1,2,3,x\n4,5,6,y\n7,8,9,z\n", "--id-column who", header=0, index_col=3)
pandas("names_last.csv", None, "--id-column 4", header=0, index_col=3)
refused("names_last.csv", None, "", 2, "leave columns of text out with --drop who")
refused("names_last.csv", None, "--id-column whom", 0, "--id-column has 'whom', which is no name of a column")
refused("names_no_header.csv", None, "--id-column name", 0, "the table has no header")
refused("names_no_header.csv", None, "--id-column none", 1, "column 1 of line 1 holds 'x'")
pandas("comma.csv", None, "--id-column none")
hand("trimmed_names.csv", " n , a b ,c\n x y ,1,2\n z ,3,4\n", "", [[1, 2], [3, 4]], ["x y", "z"], ["a b", "c"])
pandas("one_row_names.csv", "x,1,2,3\n", index_col=0)
pandas("one_column_names.csv", "n,a\nx,1\ny,2\nz,3\n", header=0, index_col=0)

# ---- columns taken and left out ----

pandas("wide.csv", "id,a,b,c,d,e\nx,1,2,3,4,5\ny,6,7,8,9,10\nz,11,12,13,14,15\n", header=0, index_col=0)
for flags, places in [("--columns a,c", [1, 3]), ("--columns 3-5", [2, 3, 4]), ("--columns e,b,3", [2, 5]), ("--drop 2,4-5", [2, 5]),
                      ("--drop d --columns 3-6", [2, 3, 5])]:
    pandas("wide.csv", None, flags, header=0, index_col=0, usecols=[0, *places])
pandas("wide.csv", None, "--drop id", header=0, usecols=[1, 2, 3, 4, 5])
refused("wide.csv", None, "--columns a,zz", 0, "--columns has 'zz', which is no name of a column, no number and no range such as 3-5")
refused("wide.csv", None, "--drop 7", 0, "--drop has '7'; the table has 6 columns, counted from 1")
refused("wide.csv", None, "--drop 0", 0, "--drop has '0'")
refused("wide.csv", None, "--drop 5-3", 0, "--drop has '5-3'")
refused("wide.csv", None, "--drop 2-6", 0, "no column of numbers is left")
pandas("number_names.csv", "id,3,2,1-2\n10,20,30,40\n11,21,31,41\n12,22,32,42\n", "--header yes --columns 3", header=0, usecols=[1])
pandas("number_names.csv", None, "--header yes --drop 2", header=0, usecols=[0, 1, 3])
pandas("number_names.csv", None, "--header yes --columns 1-2", header=0, usecols=[3])
pandas("number_names.csv", None, "--header yes --columns 1", header=0, usecols=[0])
TOWNS = "id,city,x,y,z\na,Berlin,1,2,3\nb,Rome,4,5,6\nc,Oslo,7,8,9\n"
refused("towns.csv", TOWNS, "", 2, "column 2 ('city') of line 2 holds 'Berlin'; a number is expected, or empty, NA, NaN, null or ?")
refused("towns.csv", None, "--na Berlin", 3, "leave columns of text out with --drop city")
pandas("towns.csv", None, "--drop city", header=0, index_col=0, usecols=[0, 2, 3, 4])
pandas("towns.csv", None, "--drop 2", header=0, index_col=0, usecols=[0, 2, 3, 4])
pandas("towns.csv", None, "--drop id,city", header=0, usecols=[2, 3, 4])
pandas("towns.csv", None, "--columns x,y,z", header=0, index_col=0, usecols=[0, 2, 3, 4])
pandas("towns.csv", None, "--id-column city --drop id", header=0, index_col=0, usecols=[1, 2, 3, 4])
refused("texts.csv", "id,city,x,mayor,z\na,Rome,1,Ann,3\n", "", 2, "--drop city,mayor")
refused("comma_in_name.csv", 'id,"city, state",x\na,Rome,1\n', "", 2, "--drop 2")
refused("late_text.csv", "a,b\n1,2\n3,4\n5,six\n", "", 4, "column 2 ('b') of line 4 holds 'six'")
refused("truth.csv", "a,hit,b\n1,True,2\n3,False,4\n", "", 2, "holds 'True'; a number is expected")
pandas("truth.csv", None, "--drop hit", header=0, usecols=[0, 2])
refused("triplets.csv", "user,item,rating\nu1,i1,5\nu1,i2,3\nu2,i1,4\n", "", 2, "--drop item")
pandas("triplets_of_numbers.csv", "1,1,5\n1,2,3.5\n2,1,4\n")
refused("gap_unknown.csv", "a\n\n3\n", "--drop b", 0, "--drop has 'b'")

# ---- missing values ----

pandas("missing.csv", "a,b,c\n,NA,3\nNaN,5,null\n?,8,\n10,11,12\n", header=0)
hand("missing_spellings.csv", "nan,NAN,-nan\n NA , ? ,\tnull\n1,2,3\n", "", [[NAN] * 3, [NAN] * 3, [1, 2, 3]])
pandas("missing_quoted.csv", '"NA",1,"",2\n3,"NaN","?",4\n5,6,"null",7\n', "")
pandas("missing_column.csv", "a,b,c,d\n1,,2,3\n4,,5,6\n7,,8,9\n", header=0)
pandas("missing_row.csv", "1,2,3\n,,\n4,5,7\n8,9,10\n")
pandas("own_number.csv", "1,2,-999\n3,-999,4\n-999,5,6\n", "--na -999", na_values=["-999"])
pandas("own_number.csv", None, "")
hand("own_number_spelt.csv", "1,2\n-999.0,-999\n", "--na -999", [[1, 2], [-999, NAN]])
pandas("own_words.csv", "a,b,c\n1,missing,3\n4,5,n/a\n-,8,#N/A\n", "--na missing,n/a,-,#N/A", header=0, na_values=["missing", "n/a", "-", "#N/A"])
refused("own_words.csv", None, "", 2, "column 2 ('b') of line 2 holds 'missing'")
refused("own_words.csv", None, "--na missing", 3, "holds 'n/a'")
refused("own_words.csv", None, "--na missing,n/a", 4, "holds '-'")
refused("own_words.csv", None, "--na missing,n/a,-", 4, "holds '#N/A'")
refused("none.csv", "1,2\n3,None\n", "", 2, "holds 'None'")
refused("na_in_small.csv", "1,2\n3,na\n", "", 2, "holds 'na'")
pandas("na_of_semicolons.csv", "a;b;c\n1,5;k. A.;3\n4;5;6\n7;8;9,5\n", ["--na", "k. A."], header=0, sep=";", decimal=",", na_values=["k. A."])
hand("one_column_gaps.csv", "1\n\n3\n\n\n6\n\n", "", [[1], [NAN], [3], [NAN], [NAN], [6]])
hand("one_column_gap_first.csv", "\n2\n3\n", "", [[NAN], [2], [3]])
hand("one_column_gaps_header.csv", "a\n\n3\n", "", [[NAN], [3]], [], ["a"])

# ---- numbers ----

pandas("forms.csv", "+5,.5,5.,-.5\n007,1e3,1E+3,-0\n-1.5e-3,00.50,0e5,+0\n")
pandas("digits.csv", "0.1,0.30000000000000004,2.2250738585072011e-308,123456789.12345678,1e23\n"
       "1.7976931348623157e308,0.1000000000000000055511151231257827,8.98846567431158e307,5e-324,9007199254740993.5\n")
hand("tiny.csv", "2.4703282292062327e-324,2.4703282292062328e-324,1e-400\n4.9406564584124654e-324,-1e-310,-1e-400\n", "",
     [[0, 5e-324, 0], [5e-324, -1e-310, -0.0]])
hand("beyond_range.csv", "1e400,-1e400\n1.7976931348623159e308,1\n", "", [[INF, -INF], [INF, 1]])
hand("infinite.csv", "inf,-inf,+inf\nInf,Infinity,-INFINITY\n", "", [[INF, -INF, INF], [INF, INF, -INF]])
pandas("large.csv", "1,2\n3,9007199254740993\n", notes=["large.csv:2: holds '9007199254740993'; whole numbers beyond 2^53 are rounded"])
pandas("large_negative.csv", "a,b\n-9007199254740993,2\n3,18446744073709551617\n", header=0,
       notes=["large_negative.csv:2: holds '-9007199254740993'"])
pandas("large_exact.csv", "1,2\n3,9007199254740992\n-9007199254740992,1e300\n")
hand("large_decimal_comma.csv", "1;2\n3;9007199254740993,5\n", "", [[1, 2], [3, 9007199254740994]])
hand("large_name.csv", "9007199254740993,1\n9007199254740995,2\n", "--id-column 1", [[1], [2]], ["9007199254740993", "9007199254740995"])
hand("long_number.csv", "1,2\n0." + "3" * 4000 + ",4\n", "", [[1, 2], [1 / 3, 4]])
hand("long_name.csv", "n,a\n" + "x" * 4000 + ",4\n", "", [[4]], ["x" * 4000], ["a"])
refused("long_text.csv", "1,2\n" + "y" * 4000 + ",4\n", "", 2, "column 1 of line 2 holds '" + "y" * 24 + "...'")
pandas("around.csv", " 1 , 2,3 \n4 , 5,  6\n7,8\t,\t9 \n")
for file, text in [("hexadecimal", "0x10"), ("thousands_quoted", '"1,234"'), ("thousands_blank", "1 234"), ("thousands_apostrophe", "1'234"),
                   ("thousands_underscore", "1_234"), ("currency", "$5"), ("euro", "5 €"), ("percent", "5%"), ("unit", "5kg"),
                   ("two_points", "1.2.3"), ("two_signs", "+-3"), ("half_exponent", "1e"), ("fortran", "1d5"), ("point", "."),
                   ("formula", "=A1+B1"), ("fraction", "1/2"), ("other_digits", "١٢"), ("long_minus", "−5"), ("complex", "1+2j")]:
    refused(f"not_{file}.csv", f"a,b\n1,2\n3,{text}\n", "", 3, "column 2 ('b') of line 3 holds '" + text.strip('"'))
refused("thousands_semicolons.csv", "1;2\n1,234,567;3\n", "", 2, "column 1 of line 2 holds '1,234,567'")
refused("thousands_points.csv", "1;2\n1.234,5;3\n", "", 2, "column 1 of line 2 holds '1.234,5'")
refused("decimal_comma_tabs.tsv", "1,5\t2,5\n3,5\t4,5\n", "", 1, "column 1 of line 1 holds '1,5'")
refused("decimal_comma_first.tsv", "1,5\t2,5\n3\t4\n", "", 1, "column 1 of line 1 holds '1,5'")
refused("decimal_comma_quoted.csv", '"1,5","2,5"\n"3,5","4,5"\n', "", 1, "column 1 of line 1 holds '1,5'")

# ---- times ----

for file, times in [("dates", ["2020-01-01", "2020-01-02", "2020-02-30"]), ("german", ["01.02.2020", "2.2.20", "03.02.2020"]),
                    ("moments", ["2020-01-01 00:00:00", "2020-01-01 12:30:00.5", "2020-01-02 00:00"]),
                    ("iso", ["2020-01-01T00:00:00Z", "2020-01-01T06:00:00+02:00", "2020-W01-3"]),
                    ("american", ["1/2/2020", "1/3/2020", "12/31/2020"]), ("clock", ["12:30", "12:45", "1:00 PM"]),
                    ("months", ["Jan-20", "Feb-20", "2020-03"])]:
    pandas(f"times_{file}.csv", "t,a,b,c\n" + "".join(f"{time},{k},{k * k},1\n" for k, time in enumerate(times, 2)), header=0, index_col=0)
pandas("times_compact.csv", "day,a,b\n20200101,1,2\n20200102,3,4\n20200103,5,6\n", "--id-column day", header=0, index_col=0)
pandas("times_compact.csv", None, "", header=0)
pandas("times_epoch.csv", "1577836800000,1,2\n1577836800250,3,4\n1577836800500,5,6\n")
pandas("times_second.csv", "a,when,b\n1,2020-01-01 10:00,2\n3,2020-01-02 10:00,4\n", "--id-column when", header=0, index_col=1)
pandas("times_second.csv", None, "--drop when", header=0, usecols=[0, 2])
refused("times_second.csv", None, "", 2, "--drop when")
refused("times_blanks.csv", "2020-01-01 10:00 1 2\n2020-01-02 11:00 3 4\n", "", 1, "column 2 of line 1 holds '10:00'")

# ---- lines and bytes ----

pandas("crlf.csv", "a,b,c\r\n1,2,3\r\n4,,6\r\n7,8,9\r\n", header=0)
pandas("crlf_names.csv", "n,a\r\nx,1\r\ny,2\r\n", header=0, index_col=0)
pandas("mixed_ends.csv", "1,2,3\r\n4,5,6\n7,8,9\r\n10,11,12\n")
pandas("no_end.csv", "a,b,c\n1,2,3\n4,5,6\n7,8,9", header=0)
pandas("no_end_missing.csv", "1,2,3\n4,5,6\n7,8,")
pandas("empty_end.csv", "1,2,3\n4,5,6\n7,8,9\n\n\r\n\n")
pandas("blank_end.csv", "1,2,3\n4,5,6\n7,8,9\n  \n\t\n")
refused("only_blank_lines.csv", "  \n \n", "", 0, "holds empty lines only")
refused("old_ends.csv", "1,2\r3,4\r", "", 1, "holds '2?3'")
refused("empty_inside.csv", "a,b\n1,2\n\n3,4\n", "", 3, "line 3 is empty")
refused("empty_first.csv", "\na,b\n1,2\n", "", 1, "line 1 is empty")
refused("only_empty_lines.csv", "\n\n\r\n", "", 0, "holds empty lines only")
refused("nothing.csv", "", "", 0, "empty")
refused("only_mark.csv", b"\xef\xbb\xbf", "", 0, "at least one row is needed")
pandas("mark.csv", "\ufeffa,b,c\n1,2,3\n4,5,6\n7,8,9\n", header=0)
pandas("mark_quotes_crlf.csv", '\ufeff"a";"b;c";"d"\r\n"1,5";2;3\r\n4;5;6\r\n7;8;9\r\n', header=0, sep=";", decimal=",")
pandas("mark_names.csv", "\ufeffx,1\ny,2\n", index_col=0)
pandas("packed.csv.gz", packed("a,b,c\n1,2,3\n4,5,6\n7,8,9\n"), header=0)
pandas("packed_mark.tsv.gz", packed("\ufeffn\ta\tb\tc\r\nx\t1\t2\t3\r\ny\t4\t5\t6\r\nz\t7\t8\t9\r\n"), header=0, sep="\t", index_col=0)
pandas("packed_unnamed.csv", packed("1;2,5\n3;4\n"), sep=";", decimal=",")
refused("packed_ragged.csv.gz", packed("1,2\n3\n"), "", 2, "line 2 has 1 field, line 1 has 2")
for order in ["le", "be"]:
    refused(f"utf16_{order}.csv", "\ufeffa,b\n1,2\n".encode(f"utf-16-{order}"), "", 1, "the text is UTF-16; UTF-8 is read; save it as UTF-8")
refused("utf16_no_mark.csv", "1,2\n3,4\n".encode("utf-16-le"), "", 2, "holds '")
refused("zero_bytes.csv", b"1,2\n3,\0\0\n", "", 2, "column 2 of line 2 holds '??'")
refused("zero_in_number.csv", b"1,2\n3,4\x005\n", "", 2, "column 2 of line 2 holds '4?5'")
refused("ragged_short.csv", "1,2,3\n4,5\n", "", 2, "line 2 has 2 fields, line 1 has 3; all lines must have the same number")
refused("ragged_long.csv", "a,b\n1,2\n3,4\n5,6,7\n", "", 4, "line 4 has 3 fields, line 1 has 2")
refused("ragged_names.csv", "n,a,b\nx,1,2\ny,3\n", "", 3, "line 3 has 2 fields, line 1 has 3")
refused("ragged_blanks.csv", "1 2 3\n4 5 6\n7 8\n", "", 3, "line 3 has 2 fields, line 1 has 3")
refused("ragged_drop.csv", "a,b,c\n1,2,3\n4,5\n", "--drop c", 3, "line 3 has 2 fields, line 1 has 3")
refused("ragged_behind_quotes.csv", 'a,b\n"x\ny",1\nz,2,3\n', "", 4, "line 4 has 3 fields, line 1 has 2")
pandas("trailing_delimiter.csv", "1,2,3,\n4,5,6,\n7,8,9,\n")
refused("trailing_delimiter_rows.csv", "a,b\n1,2,\n3,4,\n", "", 2, "line 2 has 3 fields, line 1 has 2")
refused("trailing_delimiter_all.csv", "a,b,\n1,2,\n3,4,\n", "", 1, "if the first line is a header, say --header yes")
pandas("trailing_delimiter_all.csv", None, "--header yes --drop 3", header=0, usecols=[0, 1])

# ---- quotes ----

pandas("quotes.csv", '"n","a","b","c"\n"x","1","2.5","-3"\n"y","4","5","6"\n"z","7","8","9"\n', header=0, index_col=0)
pandas("quotes_within.csv", 'n,"a,b","c ""d"""\n"x, y",1,2\n"say ""hm""",3,4\n', header=0, index_col=0)
pandas("quotes_lines.csv", '"n\nm","a\r\nb",c\n"x\ny",1,2\nz,3,4\n', header=0, index_col=0)
pandas("quotes_decimal_comma.csv", '"1,5";"2";"-3,25"\n', sep=";", decimal=",")
refused("quote_open.csv", '1,2\n3,"4\n5,6\n', "", 2, "a quote is opened here and never closed")
refused("quote_and_text.csv", '1,2\n"3"x,4\n', "", 2, "text follows a closing quote")
refused("quote_inside.csv", '1,2\n3"4,5\n', "", 2, "column 1 of line 2 holds '3\"4'")

# ---- one row, one column, one value ----

pandas("one_row.csv", "1,2,3\n")
pandas("one_row_header.csv", "a,b,c\n1,2,3\n", header=0)
pandas("one_column.csv", "1\n2\n3\n")
pandas("one_column_header.csv", "a\n1\n2\n3\n", header=0)
pandas("one_value.csv", "7")
pandas("one_value_header.csv", "a\n7\n", header=0)
refused("one_word.csv", "hello\n", "", 0, "holds a header and no rows")
refused("one_name.csv", "x\n", "--header no", 1, "column 1 of line 1 holds 'x'")
refused("one_column_id.csv", "1\n2\n", "--id-column 1", 0, "no column of numbers is left")

# A column of names that may be meant as numbers gets a note.
NAMES = ["is no number; --id-column none says that it has numbers"]
for name, first in (("price", "$2"), ("percent", "5 %"), ("grouped", "1.000,5"), ("blanks", "12 000")):
    hand(f"decorated_{name}.csv", f"a;b;c\n{first};2;3\nx;4;5\n", "", [[2, 3], [4, 5]], rows=[first, "x"], columns=["b", "c"], notes=NAMES)
