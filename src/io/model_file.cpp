#include "grmf/io/model_file.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <istream>
#include <memory>
#include <new>
#include <ostream>
#include <string_view>

#include "data/fits.h"
#include "grmf/error.h"
#include "io/model_meta.h"
#include "io/npy.h"
#include "io/refusal.h"
#include "io/sink.h"
#include "io/source.h"
#include "io/zip.h"

namespace grmf::io {
namespace {

std::string shape(const Matrix& a) {
  return std::to_string(a.rows()) + " x " + std::to_string(a.cols());
}

void check_finite(const std::string& name, const char* member, const Matrix& a) {
  const auto values = a.values();
  const auto odd = std::find_if_not(values.begin(), values.end(),
                                    [](double value) { return std::isfinite(value); });
  if (odd == values.end()) return;
  const Index place = odd - values.begin();
  refuse(name, std::string(member) + " is not finite at row " + std::to_string(place / a.cols()) +
                   ", column " + std::to_string(place % a.cols()) +
                   " (counted from 0); all its entries must be; make the model anew");
}

void check_shapes(const std::string& name, const Matrix& u, const Matrix& v,
                  const std::optional<Matrix>& s) {
  if (u.empty() || v.empty() || u.cols() != v.cols()) {
    refuse(name, "u is " + shape(u) + " and v is " + shape(v) +
                     "; both must have the same number of columns, at least 1");
  }
  if (s && (s->rows() != u.rows() || s->cols() != v.rows())) {
    refuse(name, "s is " + shape(*s) + "; it must be " + std::to_string(u.rows()) + " x " +
                     std::to_string(v.rows()) + ", as u v^T");
  }
}

/// A vector of sizes in the shape that NumPy multiplies u v^T by.
Matrix row_sizes(const Sizes& sizes) { return {std::ssize(sizes.rows), 1, sizes.rows}; }
Matrix column_sizes(const Sizes& sizes) { return {1, std::ssize(sizes.columns), sizes.columns}; }

void check_sizes(const std::string& name, const Sizes& sizes, const Matrix& u, const Matrix& v) {
  const std::string misfit = internal::misfit_of(sizes, u.rows(), v.rows());
  if (!misfit.empty()) refuse(name, misfit);
}

void check_model(const std::string& name, const Model& model) {
  check_shapes(name, model.u, model.v, model.s);
  check_sizes(name, model.sizes, model.u, model.v);
  const std::string misfit = internal::misfit_of(model.names, model.u.rows(), model.v.rows());
  if (!misfit.empty()) refuse(name, misfit);
}

void add_matrix(ZipWriter& zip, const std::string& name, const Matrix& a) {
  zip.add(name, npy_header({a.rows(), a.cols()}),
          {reinterpret_cast<const char*>(a.data()), a.values().size_bytes()});
}

void write(Sink& sink, const Model& model) {
  check_model(sink.name(), model);
  const std::string meta = npy_text(meta_text(model));
  ZipWriter zip(sink);
  add_matrix(zip, "u.npy", model.u);
  add_matrix(zip, "v.npy", model.v);
  if (model.s) add_matrix(zip, "s.npy", *model.s);
  if (!model.sizes.rows.empty()) add_matrix(zip, "scale_rows.npy", row_sizes(model.sizes));
  if (!model.sizes.columns.empty()) add_matrix(zip, "scale_columns.npy", column_sizes(model.sizes));
  zip.add("meta.npy", meta, {});
  zip.finish();
}

Matrix matrix_member(const ZipReader& zip, const std::string& name) {
  Matrix matrix;
  zip.read(name, [&](Source& source) { matrix = read_npy(source).widened(); });
  return matrix;
}

/// The numbers of a member; none where there is no such member.
std::vector<double> numbers_member(const ZipReader& zip, const std::string& name) {
  if (!zip.has_member(name)) return {};
  const Matrix matrix = matrix_member(zip, name);
  return {matrix.values().begin(), matrix.values().end()};
}

Sizes sizes_in(const ZipReader& zip, const std::string& name, const Matrix& u, const Matrix& v) {
  Sizes sizes{numbers_member(zip, "scale_rows.npy"), numbers_member(zip, "scale_columns.npy")};
  check_sizes(name, sizes, u, v);
  return sizes;
}

void multiply_rows(const std::vector<double>& sizes, Matrix& factor) {
  for (Index i = 0; i < std::ssize(sizes); ++i) {
    for (double& value : factor.row(i)) value *= sizes[i];
  }
}

/// Calls `read` with the archive that the source holds.
template <class Read>
auto with_archive(Source& source, const Read& read) {
  try {
    const std::string bytes = source.read_all();
    const ZipReader zip(bytes, source.name());
    return read(zip);
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::out_of_memory,
                source.name() + ": memory for the model could not be had");
  }
}

Model read(Source& source) {
  return with_archive(source, [&](const ZipReader& zip) {
    std::string meta;
    zip.read("meta.npy", [&](Source& member) { meta = read_npy_text(member); });
    Model model;
    read_meta(meta, source.name(), model);
    model.u = matrix_member(zip, "u.npy");
    model.v = matrix_member(zip, "v.npy");
    if (zip.has_member("s.npy")) model.s = matrix_member(zip, "s.npy");
    model.sizes = sizes_in(zip, source.name(), model.u, model.v);
    check_model(source.name(), model);
    check_finite(source.name(), "u", model.u);
    check_finite(source.name(), "v", model.v);
    return model;
  });
}

/// Reads which method made a start, and with which options, if it is a model. What a newer version
/// or another program left there is passed over: the factors are a start without it.
void read_maker(const ZipReader& zip, const std::string& name, Start& start) {
  if (!zip.has_member("meta.npy")) return;
  try {
    std::string meta;
    zip.read("meta.npy", [&](Source& member) { meta = read_npy_text(member); });
    Model model;
    read_meta(meta, name, model);
    start.method = std::move(model.method);
    start.options = std::move(model.options);
  } catch (const Error&) {
    start.method.clear();
  }
}

}  // namespace

Matrix estimate(const Model& model) {
  Matrix product = multiply_transposed(model.u, model.v);
  model.sizes.undo(product);
  return product;
}

Model make_model(Result result, const Method& method) {
  Model model;
  model.u = std::move(result.u);
  model.v = std::move(result.v);
  model.s = std::move(result.outliers);
  model.method = std::move(result.method);
  for (const OptionSpec& spec : method.options()) {
    model.options.emplace_back(spec.name, method.get(spec.name));
  }
  model.status = grmf::to_string(result.status);
  model.message = std::move(result.message);
  model.warnings = std::move(result.warnings);
  model.history = std::move(result.history);
  model.objective = result.objective;
  model.certificate = result.certificate;
  model.formula = std::move(result.formula);
  model.noise = result.noise;
  model.refinement = std::move(result.refinement);
  model.evidence = result.evidence;
  return model;
}

void write_model(const std::filesystem::path& path, const Model& model) {
  write_file(path, [&](Sink& sink) { write(sink, model); });
}

void write_model(std::ostream& stream, const std::string& name, const Model& model) {
  write_stream(stream, name, [&](Sink& sink) { write(sink, model); });
}

Model read_model(const std::filesystem::path& path) {
  const std::unique_ptr<Source> source = open_file(path);
  return read(*source);
}

Model read_model(std::istream& stream, const std::string& name) {
  const std::unique_ptr<Source> source = open_stream(stream, name);
  return read(*source);
}

Factors read_start(const std::filesystem::path& path) {
  return read_start_with_options(path).factors;
}

Start read_start_with_options(const std::filesystem::path& path) {
  const std::unique_ptr<Source> source = open_file(path);
  return with_archive(*source, [&](const ZipReader& zip) {
    Start start{{matrix_member(zip, "u.npy"), matrix_member(zip, "v.npy")}};
    check_shapes(source->name(), start.factors.u, start.factors.v, {});
    check_finite(source->name(), "u", start.factors.u);
    check_finite(source->name(), "v", start.factors.v);
    read_maker(zip, source->name(), start);
    start.sizes = sizes_in(zip, source->name(), start.factors.u, start.factors.v);
    multiply_rows(start.sizes.rows, start.factors.u);
    multiply_rows(start.sizes.columns, start.factors.v);
    return start;
  });
}

}  // namespace grmf::io
