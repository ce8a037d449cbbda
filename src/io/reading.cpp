#include "io/reading.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <unistd.h>

#include "io/content.h"
#include "io/foreign.h"
#include "io/format_table.h"
#include "io/gzip.h"
#include "io/npz.h"
#include "io/refusal.h"
#include "io/table.h"

namespace grmf::io {
namespace {

namespace fs = std::filesystem;

/// What is packed in a gzip file.
std::unique_ptr<Source> unpacked(std::unique_ptr<Source> source) {
  source = open_gzip(std::move(source));
  if (source->peek(1).empty()) refuse(source->name(), "the packed file is empty");
  return source;
}

bool may_be_packed(const FormatRow& row) {
  return std::ranges::any_of(row.endings,
                             [](std::string_view ending) { return ending.ends_with(".gz"); });
}

void note_that_content_counts(OpenInput& open, const std::string& named, std::string_view found) {
  open.notes.push_back(open.source->name() + ": the name says " + named + ", the content is " +
                       std::string(found) + "; the content counts");
}

void take_for_table(OpenInput& open, const std::string& named) {
  note_that_content_counts(open, named, "text");
  open.format = Format::csv;
  open.text_named = named;
}

/// Finds the format by the first bytes and the name. What is recognised counts; what is not is
/// text, or what the name tells and its reader then refuses.
void recognise(const fs::path& path, OpenInput& open) {
  const std::optional<Format> named = known_format(path);
  // Nobody types the bytes of a picture.
  if (path == "-" && ::isatty(STDIN_FILENO) != 0) open.format = format_of(path);
  if (starts_gzip(*open.source)) open.source = unpacked(std::move(open.source));
  const std::string_view start = open.source->peek(telling_bytes);
  if (const Foreign* foreign = foreign_in(start)) refuse_foreign(open.source->name(), *foreign);
  const Foreign* foreign = foreign_named(path);
  const std::optional<Format> found = format_in(start);
  if (foreign != nullptr && (found == Format::npz || (!found && !is_text(start)))) {
    refuse_foreign(open.source->name(), *foreign);
  }
  const std::string told = named     ? std::string(to_string(*named))
                           : foreign ? path.extension().string().substr(1)
                                     : "";
  if (found && !(named && alike(*named, *found))) {
    open.format = *found;
    if (!told.empty()) note_that_content_counts(open, told, to_string(*found));
  } else if (!told.empty() && !(named && may_be(*named, start)) && is_text(start)) {
    take_for_table(open, told);
  } else {
    open.format = format_of(path);
  }
}

}  // namespace

OpenInput open_input(const fs::path& path, std::optional<Format> format) {
  NpzMember named = npz_member(path);
  // The file is opened first: that it is a folder or not there says more than that its name has an
  // unknown ending.
  OpenInput open{.source = open_file(named.file), .member = std::move(named.member)};
  if (ends_in_gz(named.file) && !open.source->peek(1).empty() && !starts_gzip(*open.source)) {
    open.notes.push_back(open.source->name() +
                         ": the name says gzip, the content is not packed; the content counts");
  }
  if (format) {
    open.format = *format;
  } else {
    recognise(named.file, open);
  }
  return open;
}

std::unique_ptr<Source> unpacked_as(Format format, std::unique_ptr<Source> source) {
  if (!may_be_packed(row_of(format)) || !starts_gzip(*source)) return source;
  return unpacked(std::move(source));
}

Input read_source(std::unique_ptr<Source> source, Format format, const ReadOptions& options) {
  return told_by_name(*source, [&]() -> Input {
    const FormatRow& row = row_of(format);
    source = unpacked_as(format, std::move(source));
    if (!options.member.empty() && format != Format::npz) {
      refuse(source->name(), "is " + std::string(to_string(format)) + ", which has no array " +
                                 shown(options.member) + "; an npz has arrays with names");
    }
    if (const auto* matrix = std::get_if<MatrixFormat>(&row.functions)) {
      return {.values = matrix->read(*source, options), .format = format};
    }
    if (options.fold && !options.fold->only_where_it_fits) {
      refuse(source->name(), "is " + std::string(to_string(format)) +
                                 "; --fold is for arrays of npy and npz; leave it out");
    }
    if (const auto* text = std::get_if<TableFormat>(&row.functions)) {
      Table read = read_table(*source, text->delimiter, options.table);
      return {.values = std::move(read.values),
              .format = format,
              .names = std::move(read.names),
              .notes = std::move(read.notes)};
    }
    Image image = std::get<PictureFormat>(row.functions).read(*source, Content::grey);
    return {.values = std::move(image.channels.front()), .format = format, .peak = image.peak};
  });
}

Input read_open(OpenInput open, ReadOptions options) {
  if (!open.member.empty()) options.member = open.member;
  try {
    Input input = read_source(std::move(open.source), open.format, options);
    input.notes.insert(input.notes.begin(), open.notes.begin(), open.notes.end());
    return input;
  } catch (const Error& error) {
    if (open.text_named.empty()) throw;
    throw Error(error.code(), std::string(error.what()) + " (the name says " + open.text_named +
                                  ", the content is text)");
  }
}

}  // namespace grmf::io
